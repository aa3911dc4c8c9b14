// `stele keys`: creates, lists, rotates and revokes API keys. This file has the options and help texts; `scripts/keys/` has the actions.

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

Running servers apply every change without a restart: a new key works at once, a revoked one is refused within a second.
With npm, put -- before the options: npm run keys -- list --all
If it is called wrongly, the command prints one sentence and exits with 2.`,
    );
}

function createCommand(io: CommandIo): Command {
  return new Command('create')
    .description('create a key and show it once')
    .addOption(new Option('--plan <plan>', 'the plan, which sets its limits').choices(keyPlans).makeOptionMandatory())
    .requiredOption('--label <text>', `the owner of the key, 1–${labelMax} characters, shown in lists`)
    .option('--expires <when>', 'the expiry: 90d, 12h, 2027-01-31 or 2027-01-31T18:00:00+08:00 (default: never)')
    .option('--json', 'print {key, id, plan, label, createdAt}, and expiresAt if --expires is given')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
Plans:
${plansText}

Standard output has only the key; everything else goes to standard error:
  KEY=$(npm run --silent keys -- create --plan free --label ci)
Only a hash of it is stored; replace a lost key with rotate.
A duration is counted from now. A date means its beginning in UTC; a time needs a zone, such as Z or +08:00.`,
    )
    .action(reportingMistakes(io, runCreate));
}

function listCommand(io: CommandIo): Command {
  return new Command('list')
    .description('show the keys, their status and their usage')
    .option('--all', 'include revoked and expired keys')
    .option('--json', 'print a JSON array with one object per key')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
used/limit count the requests of the UTC day (free) or month (paid) that ends at «until».
Usage is stored before a request is answered; only requests accepted while the store was unavailable are added later.`,
    )
    .action(reportingMistakes(io, runList));
}

function rotateCommand(io: CommandIo): Command {
  return new Command('rotate')
    .description('create a new secret for a key; its id, plan, label and used quota do not change')
    .argument('<id>', 'the id of the key, as shown by list')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret stays valid, at most 30d; 0 ends it at once').default(
        defaultOverlap,
      ),
    )
    .option('--json', 'print {key, id, plan, label, createdAt, previousExpiresAt}')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
Standard output has only the new key, as with create.
Both secrets count against one quota. A revoked or expired key cannot be rotated.`,
    )
    .action(reportingMistakes(io, runRotate));
}

function revokeCommand(io: CommandIo): Command {
  return new Command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'the id of the key, as shown by list')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      '\nRevoking again changes nothing and prints the time of revocation. A revoked key cannot be restored: create another one.',
    )
    .action(reportingMistakes(io, runRevoke));
}
