// `stele agents`: who calls and what they ask, for operators. One file per subcommand in `scripts/agents/`; here are their
// options and what help says.

import { Command, Option } from 'commander';
import { exportFormats, exportSubjects, runExport } from './agents/export.ts';
import { runList } from './agents/list.ts';
import { runQueries, whoseQueries } from './agents/queries.ts';
import { jsonOption, limitOption, reportFormatOption } from './agents/report-options.ts';
import { runShow } from './agents/show.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { dataOption, redisUrlOption } from './kept-state.ts';

export function agentsCommand(io: CommandIo): Command {
  return new Command('agents')
    .description('look at the agents that call, and at what they ask')
    .addCommand(listCommand(io))
    .addCommand(showCommand(io))
    .addCommand(queriesCommand(io))
    .addCommand(exportCommand(io))
    .addHelpText(
      'after',
      `
An agent is registered by its first call with the header x-agent-id, or at /mcp without it by the name of its client.
Anybody can send any such name: it is no proof of who called.
Servers write what happened every moment; the newest calls may be missing.
With npm, put -- before the options: npm run agents -- list --limit 50
Mistakes end with one sentence and exit code 2, or 1 for options and arguments that are missing, unknown or of no such value.`,
    );
}

function listCommand(io: CommandIo): Command {
  return new Command('list')
    .description('the agents that called last, and what is asked most and in vain')
    .addOption(limitOption('agents'))
    .addOption(reportFormatOption())
    .addOption(jsonOption())
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
total = search + article + other, whatever the outcome; failed are those of them that ended in an error; rate limited are
calls over the limit, which are in no other number. Queries are in the table alone; for programs there is \`queries\`.
${whoseQueries}`,
    )
    .action(reportingMistakes(io, runList));
}

function showCommand(io: CommandIo): Command {
  return new Command('show')
    .description('one agent, and its calls of the last 30 days')
    .argument('<agentId>', 'what it sends as x-agent-id; one that begins with - comes after --')
    .option('--json', 'print the record that the agent itself sees at /api/v1/agents/me')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .action(reportingMistakes(io, runShow));
}

function queriesCommand(io: CommandIo): Command {
  return new Command('queries')
    .description('what is asked most, or in vain: where articles are missing')
    .option('--found-nothing', 'only those that found nothing, by how often they did')
    .addOption(limitOption('queries'))
    .addOption(reportFormatOption())
    .addOption(jsonOption())
    .addOption(
      new Option('--clear', 'forget all of them, at once and without asking').conflicts([
        'foundNothing',
        'limit',
        'format',
        'json',
      ]),
    )
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText('after', `\n${whoseQueries}`)
    .action(reportingMistakes(io, runQueries));
}

function exportCommand(io: CommandIo): Command {
  return new Command('export')
    .description('write everything, as JSON or CSV')
    .addOption(new Option('--format <format>', 'how it is written').choices(exportFormats).makeOptionMandatory())
    .addOption(new Option('--what <subject>', 'what is written').choices(exportSubjects).default('agents'))
    .addOption(new Option('--out <file>', 'a file, replaced when all is written; default standard output'))
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
CSV is UTF-8 with a row of names. A text that a spreadsheet would take for a formula begins with an apostrophe there.
A new file can be read by this user alone. ${whoseQueries}`,
    )
    .action(reportingMistakes(io, runExport));
}
