// What a peer is while it is filled, and the filling of all of them at once.
import type { Library } from '../../../server/library.ts';
import type { System } from '../systems.ts';
import type { Boosts } from './boosts.ts';
import { type PeerDocument, peerDocument } from './texts.ts';

export interface PeerIndex {
  add(document: PeerDocument): void;
  /** What searches the filled index with some boosts. */
  system(boosts: Boosts): System;
}

/** Fills indexes with the articles of a library, one after the other: the terms of all at once would take gigabytes. */
export function filled<Indexes extends readonly PeerIndex[]>(indexes: Indexes, library: Library): Indexes {
  for (let position = 0; position < library.size; position += 1) {
    const document = peerDocument(library, position);
    for (const index of indexes) index.add(document);
  }
  return indexes;
}
