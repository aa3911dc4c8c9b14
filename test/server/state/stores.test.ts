import { sqlite } from './store-kinds.ts';
import { describeStore } from './stores.ts';

describeStore(sqlite);
