// `stele keys revoke`: ends a key for good.

import { printable, show } from '../../build/messages.ts';
import type { CommandIo } from '../command-io.ts';
import { momentText } from '../duration.ts';
import { changeState, type StateOptions } from '../kept-state.ts';
import { changeKey, idIn, notThere } from './named-key.ts';

export async function runRevoke(io: CommandIo, given: string, options: StateOptions): Promise<void> {
  const id = idIn(io, given);
  await changeState(
    io,
    options,
    async ({ keys }) => {
      const { before, after } = await changeKey(keys, id, (kept) =>
        kept.revokedAt === null ? { ...kept, revokedAt: new Date().toISOString() } : kept,
      );
      const named = `${id} (${after.plan}, ${printable(show(after.label))})`;
      io.stdout.write(
        before.revokedAt === null
          ? `${named} is revoked; servers refuse it within a second\n`
          : `${named} is revoked since ${momentText(before.revokedAt)}; nothing was changed\n`,
      );
    },
    (why) => notThere(id, `: ${why}`),
  );
}
