import '../../electron/workspace/worker.ts';
import { listenForCrashOrders } from './crashing.ts';

listenForCrashOrders('replica');
