// Sets the seed of property tests. By default each run uses the same examples. `SEED=random`, as in the nightly run, draws new ones
// and prints the seed.
import fc from 'fast-check';

const given = process.env.SEED ?? '20261124';
const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
if (given === 'random') console.info(`seed of the properties: ${seed} (SEED=${seed} draws the same examples again)`);
fc.configureGlobal({ seed });
