import '../../electron/service/worker.ts';
import { obeyCrashOrders } from './crashing.ts';

obeyCrashOrders('service');
