/** Names of the classes that the selectors of a stylesheet mention, possibly with duplicates. */
export function classesIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\/|@import.*/g, '')
  return [...rules.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name)
}
