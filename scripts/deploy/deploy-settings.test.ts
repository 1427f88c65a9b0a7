import { expect, it } from 'vitest'
import { sampleSettings } from '../start/sample-settings.ts'
import { deploymentProblems } from './deploy-settings.ts'

const deployment = {
  ...sampleSettings,
  SITE_ORIGIN: 'https://shop.example',
  PAYMENT_PROVIDERS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  CODE_PEPPER: 'a pepper of the test run',
}

it('accepts a deployment with everything', () => {
  expect(deploymentProblems(deployment)).toEqual([])
})

it.each([
  ['no payment provider', { PAYMENT_PROVIDERS: '' }, 'PAYMENT_PROVIDERS: must name'],
  ['a missing secret', { CODE_PEPPER: undefined }, 'CODE_PEPPER: must be a secret'],
  ['a currency that nobody charges', { STRIPE_CURRENCIES: 'USD' }, 'CURRENCIES: must be charged'],
  ['a test key', { STRIPE_SECRET_KEY: 'sk_test_abc' }, 'STRIPE_SECRET_KEY: must be a live key'],
  ['the tools of development', { DEV_TOOLS: '1' }, 'DEV_TOOLS: must not be 1'],
  ['a local origin', { SITE_ORIGIN: 'http://localhost:8787' }, 'SITE_ORIGIN: must begin'],
  ['a bad page setting', { ROOT_REDIRECT: '/en' }, 'ROOT_REDIRECT: '],
])('reports %s', (_, change, problem) => {
  const problems = deploymentProblems({ ...deployment, ...change })
  expect(problems).toContainEqual(expect.stringContaining(problem))
})

it('checks no secrets of the backend when another server has them', () => {
  const { CODE_PEPPER: _, ...without } = { ...deployment, API_BASE_URL: 'https://api.example' }
  expect(deploymentProblems({ ...without, PAYMENT_PROVIDERS: '' })).toEqual([])
})
