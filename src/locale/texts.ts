import type { WordKey, Words } from './words.ts'

/** Words an island shows, by their own names: it is a root of its own and gets them as a prop. */
export type Texts<Key extends WordKey> = { readonly [key in Key]: string }

/** Texts without anything to fill in; `{}` stands where the browser puts a number. */
export function textsOf<Key extends WordKey>(words: Words, keys: readonly Key[]): Texts<Key> {
  return Object.fromEntries(keys.map((key) => [key, textOf(words, key)])) as Texts<Key>
}

/** A text by a name that is data: the message of a form's schema. */
export function textOf(words: Words, key: string): string {
  const plain = words as (key: string, params: object) => string
  return plain(key, { seconds: '{}' })
}
