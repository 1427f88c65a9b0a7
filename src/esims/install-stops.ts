import { z } from 'zod'
import type { Device } from '../kit/visitor.ts'
import type { WordKey, Words } from '../words/words.shared.ts'

/** Makes of phones whose settings have different names. `android`: all except Samsung. */
export const makes = ['ios', 'samsung', 'android'] as const
export type Make = (typeof makes)[number]

/** Returns all makes, with one of them first. */
export function makesFrom(first: Make): readonly Make[] {
  return [first, ...makes.filter((make) => make !== first)]
}

/**
 * Returns the makes that a phone may have, the likeliest first, from its system and its model code
 * (`SM-S911B`), if the browser sends it.
 */
export function makesOf(device: Device, code: string | null): readonly [Make, ...Make[]] {
  if (device === 'ios') return ['ios']
  if (device !== 'android') return makes
  if (code === null) return ['android', 'samsung']
  return [/^(?:SM|GT|SC|SCG|SCV)-|^SC[GV]\d/.test(code) ? 'samsung' : 'android']
}

export const lastStep = 4

/** What a phone may show instead of a step, and what helps. Those of step 4 are `NoInternet`'s. */
const causes = {
  nothing: ['instruction.causes.nothing.title', 'instruction.causes.nothing.fix'],
  noRow: ['instruction.causes.noRow.title', 'instruction.causes.noRow.fix'],
  used: ['instruction.causes.used.title', 'instruction.causes.used.fix'],
  failed: ['instruction.causes.failed.title', 'instruction.causes.failed.fix'],
  locked: ['instruction.causes.locked.title', 'instruction.causes.locked.fix'],
  notListed: ['instruction.causes.notListed.title', 'instruction.causes.notListed.fix'],
  noService: ['instruction.causes.noService.title', 'instruction.causes.noService.fix'],
  noSignal: [
    'instruction.noInternet.noSignal',
    'instruction.switches.line',
    'instruction.noInternet.flight',
    'instruction.noInternet.restart',
  ],
  noData: [
    'instruction.noInternet.noData',
    'instruction.noInternet.data',
    'instruction.noInternet.roaming',
    'instruction.noInternet.vpn',
  ],
  slow: ['instruction.noInternet.slow', 'instruction.noInternet.speed'],
  ownSIM: ['instruction.noInternet.ownSIM', 'instruction.noInternet.ownRoaming'],
} as const satisfies { readonly [cause: string]: readonly [WordKey, ...WordKey[]] }
export type Cause = keyof typeof causes

/** The causes to choose from at each step. Step 0 is the link that installs in one tap. */
export const causesAt = {
  0: ['nothing', 'used', 'failed', 'locked'],
  1: ['noRow', 'locked'],
  2: ['used', 'failed', 'locked'],
  3: ['notListed', 'noService'],
} as const

/**
 * Where a traveller stopped, in a URL: `samsung-2-failed`. The make is `phone` on a computer.
 */
export const installStop = z.templateLiteral([
  z.enum([...makes, 'phone']),
  '-',
  z.enum(['0', '1', '2', '3', '4']),
  '-',
  z.enum(Object.keys(causes) as Cause[]), // the keys of the table
])
export type InstallStop = z.output<typeof installStop>

/**
 * Returns the lines that tell support where the traveller stopped, what the phone showed and what
 * the traveller tried. They end with a line break.
 */
export function stopText(words: Words, stop: InstallStop): string {
  // The template has these three parts.
  const [make, step, cause] = stop.split('-') as [
    Make | 'phone',
    '0' | '1' | '2' | '3' | '4',
    Cause,
  ]
  const [title, ...fixes] = causes[cause]
  const place = { step, title: words(`instruction.steps.title${step}`) }
  const lines = [
    words('contacts.stopped', place) +
      (make === 'phone' ? '' : ` (${words(`instruction.makes.${make}`)})`),
    words('contacts.stoppedShown', { shown: words(title) }),
    words('contacts.stoppedTried', { tried: fixes.map((fix) => words(fix)).join(' ') }),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
