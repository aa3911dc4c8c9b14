// The service that examples may call: Stele itself, serving the content that is verified, as everybody else gets it.

export interface Service {
  /** Its origin as articles write it; what it says of itself uses this one too. */
  origin: string;
  port: number;
  /** The address from which the article's calls come, so that limits are the article's own. */
  callFrom: string;
}

/** Where articles find it, whatever port it really has. */
export const serviceOrigin = 'http://127.0.0.1:8080';
