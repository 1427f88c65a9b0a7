import type { WordKey, Words } from './words.shared.ts'

/** The words of a form, as a prop, because hydrated forms do not load the word tables. */
export type Texts<Key extends WordKey> = { readonly [key in Key]: string }

/** Returns texts by their keys. `{}` marks where the browser inserts a number of seconds. */
export function textsOf<Key extends WordKey>(words: Words, keys: readonly Key[]): Texts<Key> {
  // There is one text per key.
  return Object.fromEntries(keys.map((key) => [key, textOf(words, key)])) as Texts<Key>
}

export function textOf(words: Words, key: string): string {
  // The key is data, such as the message of a form schema or the name of a currency.
  const plain = words as (key: string, params: object) => string
  return plain(key, { seconds: '{}' })
}

/** Marks a schema message as a word key, so that a missing key does not compile. */
export function messageKey<Key extends WordKey>(key: Key): Key {
  return key
}
