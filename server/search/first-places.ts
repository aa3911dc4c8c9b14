// Which articles come first when their headlines count, too. Of most it is seen without looking at each of their headlines that
// they cannot.
import { offer, type Scored } from './best.ts';
import { bonusMost, headlineBonus } from './headline-bonus.ts';
import { findReach, type HeadlinePlace, type HeadlineQuery, reachAt } from './headline-reach.ts';

/** Adds to the score of each of those kept what its headlines are worth. */
export function addBonuses(kept: Scored, asked: HeadlineQuery, at: HeadlinePlace): void {
  findReach(asked, kept, at);
  for (let place = 0; place < kept.size; place += 1) {
    const bonus = headlineBonus(asked, { position: kept.positions[place] as number, place }, at);
    kept.scores[place] = (kept.scores[place] as number) + bonus;
  }
}

export interface FirstPlaces {
  /** More than there are first places. Left as they are. */
  kept: Scored;
  /** Room for the first places; the best are left here. */
  first: Scored;
  /** As much room, for places in `kept`. */
  likely: Scored;
}

/** Single precision may round a sum up by less than this share of it. */
const rounding = 1e-6;

/** Finds the best of those kept with their bonus. */
export function findFirst({ kept, first, likely }: FirstPlaces, asked: HeadlineQuery, at: HeadlinePlace): void {
  const { limits } = at.scratch;
  findReach(asked, kept, at);
  likely.size = first.size = 0;
  for (let place = 0; place < kept.size; place += 1) {
    const most = ((kept.scores[place] as number) + bonusMost(asked, reachAt(place, at))) * (1 + rounding);
    limits[place] = most;
    offer(likely, place, most);
  }
  // Those that can come first are likely to leave few others that can.
  for (let index = 0; index < likely.size; index += 1) {
    const place = likely.positions[index] as number;
    limits[place] = 0;
    add(place);
  }
  for (let place = 0; place < kept.size; place += 1) {
    if ((limits[place] as number) >= (first.scores[0] as number)) add(place);
  }

  function add(place: number): void {
    const position = kept.positions[place] as number;
    const bonus = headlineBonus(asked, { position, place }, at);
    offer(first, position, Math.fround((kept.scores[place] as number) + bonus));
  }
}
