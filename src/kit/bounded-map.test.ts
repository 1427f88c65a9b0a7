import { expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.shared.ts'

it('forgets all entries when it is full and gets a new key', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('b', 3)
  expect([...map]).toEqual([
    ['a', 1],
    ['b', 3],
  ])
  map.set('c', 4)
  expect([...map]).toEqual([['c', 4]])
})
