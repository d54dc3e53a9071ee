import '../../electron/workspace/worker.ts';
import { obeyCrashes } from './crashing.ts';

obeyCrashes('replica');
