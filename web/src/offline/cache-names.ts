// The names of the caches in which a page is kept. Sites of one host, in different folders, do not share them.

/** How the names begin of all caches of the page in that folder. */
export const prefixOf = (folder: string) => (folder === "/" ? "rondel-" : `rondel ${folder} `);
