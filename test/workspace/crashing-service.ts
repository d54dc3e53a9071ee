import '../../electron/service/worker.ts';
import { listenForCrashOrders } from './crashing.ts';

listenForCrashOrders('service');
