// `stele keys`: API keys for operators. One file per subcommand in `scripts/keys/`; here are their options and what help says.

import { Command, Option } from 'commander';
import { keyPlans } from '../server/access/plans.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { dataOption, redisUrlOption } from './kept-state.ts';
import { defaultOverlap, labelMax, limitText, runCreate, runRevoke, runRotate } from './keys/changes.ts';
import { runList } from './keys/list.ts';

const plansText = keyPlans.map((plan) => `  ${plan}  ${limitText(plan)}`).join('\n');

export function keysCommand(io: CommandIo): Command {
  return new Command('keys')
    .description('create, list, rotate and revoke API keys')
    .addCommand(createCommand(io))
    .addCommand(listCommand(io))
    .addCommand(rotateCommand(io))
    .addCommand(revokeCommand(io))
    .addHelpText(
      'after',
      `
Plans:
${plansText}

A running server hears of every change by itself: a new key works at once, a revoked one is refused within a second.
With npm, put -- before the options: npm run keys -- list --all
Mistakes end with one sentence and exit code 2.`,
    );
}

function createCommand(io: CommandIo): Command {
  return new Command('create')
    .description('make a key and show it, once')
    .addOption(new Option('--plan <plan>', 'how much it may ask for').choices(keyPlans).makeOptionMandatory())
    .requiredOption('--label <text>', `whose key it is, 1–${labelMax} characters, shown in lists`)
    .option('--expires <when>', 'when it ends: 90d, 12h, 2027-01-31 or 2027-01-31T18:00:00+08:00; default never')
    .option('--json', 'print {key, id, plan, label, createdAt}, and expiresAt when it was given')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
Plans:
${plansText}

The key alone is written to standard output, and what there is to say about it to standard error:
  KEY=$(npm run --silent keys -- create --plan free --label ci)
Only a hash of it is kept; a key that is lost is replaced with rotate.
A duration is counted from now. A date means its beginning in UTC; a time needs a zone, such as Z or +08:00.`,
    )
    .action(reportingMistakes(io, runCreate));
}

function listCommand(io: CommandIo): Command {
  return new Command('list')
    .description('show the keys, whether they work, and what they have used')
    .option('--all', 'also those that are revoked or expired')
    .option('--json', 'print an array of objects, with every moment in full')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
used/limit count the requests of the UTC day (free) or month (paid) that ends at «until».
Usage is written before a request is answered; only what was let through while the store was away comes later.`,
    )
    .action(reportingMistakes(io, runList));
}

function rotateCommand(io: CommandIo): Command {
  return new Command('rotate')
    .description('make a new secret for a key; id, plan, label and what is used of its quota stay')
    .argument('<id>', 'the id of the key, as in list')
    .addOption(
      new Option('--overlap <duration>', 'how long the key before it goes on, at most 30d; 0 ends it at once').default(
        defaultOverlap,
      ),
    )
    .option('--json', 'print {key, id, plan, label, createdAt, previousExpiresAt}')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
The new key alone is written to standard output, as with create.
While both work, they count against one quota. A key that is revoked or expired cannot be rotated.`,
    )
    .action(reportingMistakes(io, runRotate));
}

function revokeCommand(io: CommandIo): Command {
  return new Command('revoke')
    .description('end a key for good')
    .argument('<id>', 'the id of the key, as in list')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      '\nRevoking again changes nothing and says since when. There is no way back: create another key.',
    )
    .action(reportingMistakes(io, runRevoke));
}
