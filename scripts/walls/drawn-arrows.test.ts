import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { folderArrows, leadsTo } from './folders.ts'
import { arrows, tools } from './rooms.ts'

const text = readFileSync('docs/architecture.md', 'utf8')
const chapter = text.slice(
  text.indexOf('## Directions of imports'),
  text.indexOf('## Three requests'),
)
const drawings = [...chapter.matchAll(/^```\n(.*?)^```$/gms)].map(([, drawing = '']) => drawing)
const product = Object.entries(arrows).filter(([room]) => !tools.includes(room))

it.each([
  ['rooms', Object.fromEntries(product), drawings[0]],
  ['folders of the backend', folderArrows['backend'] ?? {}, drawings[1]],
  ['folders of http', folderArrows['http'] ?? {}, drawings[2]],
])('docs/architecture.md draws the %s', (_, allowed, drawing = '') => {
  expect(drawnArrows(drawing).toSorted()).toEqual(shortestArrows(allowed).toSorted())
})

/** Reads `a ← b` from each pair of neighbours in lines such as `a, b ← c ← d`. */
function drawnArrows(drawing: string): string[] {
  return drawing.split('\n').flatMap((line) => {
    const steps = line.split(' ← ').map((names) => names.split(', '))
    return steps
      .slice(1)
      .flatMap((users, index) =>
        users.flatMap((user) => (steps[index] ?? []).map((name) => `${name} ← ${user}`)),
      )
  })
}

/** Omits each arrow that a path of other arrows replaces. */
function shortestArrows(all: typeof arrows): string[] {
  return Object.entries(all).flatMap(([user, names]) =>
    names
      .filter((name) => !names.some((other) => leadsTo(all, other, name)))
      .map((name) => `${name} ← ${user}`),
  )
}
