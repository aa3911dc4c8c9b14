// Names that readers take for what they look like without a second glance: users, commands, packages, keywords, hosts. A
// word in code made of other letters throughout is reported when it reads as one of these.

export const wellKnownIdentifiers: ReadonlySet<string> = new Set(
  (
    'access account admin administrator agent alias api apache app apple apt array auth await awk aws azure bash bearer boot ' +
    'break brew bun cache case cat catch cert chmod chown class claude client code config const context cookie copy cp crate ' +
    'cron css curl data db debug delete deno dev docker echo env error eval exec exit export express false fetch file find ' +
    'float for ftp function get git github gitlab go google grep gpt hash head host html http https id if import index input ' +
    'install int ip java jq js json key kill kube kubectl let linux list local localhost log login ls mail main make map mcp ' +
    'method microsoft mkdir mongo mv name nano new nginx node npm npx null object openai openssl os pass passwd password ' +
    'patch path paypal perl php pip pipx pnpm port post postgres print process prod prompt proxy psql public put py python ' +
    'query react redis remote remove request require response return rm role root rsync ruby run rust scope scp script secret ' +
    'sed select server service session set sh shell sleep source spec sql sqlite ssh state status string su sudo super switch ' +
    'sync system tar tcp temp test text this throw tls token tool tools top true type url user username uv vault void vue wget ' +
    'while xargs xml yaml yarn zip zsh'
  ).split(' '),
);
