import { expect, it } from 'vitest'
import { fileProblem, fileProblemText } from './office-texts.ts'

it('returns the sentence about a problem in a language, with its values', () => {
  const problem = fileProblem('unknown-region', { country: 'tr', name: 'mow' })
  expect(fileProblemText('en', problem)).toEqual({ lang: 'en', sentence: 'tr has no region mow' })
  expect(fileProblemText('ru', problem)).toEqual({
    lang: 'ru',
    sentence: 'в\u00A0tr нет региона mow',
  })
})

it('requires the values of the sentence', () => {
  // @ts-expect-error the name is missing
  expect(fileProblem('unknown-region', { country: 'tr' }).code).toBe('unknown-region')
  // @ts-expect-error there is no such problem
  expect(fileProblem('too-blue').code).toBe('too-blue')
})
