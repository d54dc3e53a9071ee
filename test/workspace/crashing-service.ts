import '../../electron/service/worker.ts';
import { obeyCrashes } from './crashing.ts';

obeyCrashes('service');
