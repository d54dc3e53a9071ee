import '../../electron/workspace/worker.ts';
import { obeyCrashOrders } from './crashing.ts';

obeyCrashOrders('replica');
