import type { Operations } from '../../operations.ts'
import {
  exampleDone,
  exampleEsimBalance,
  exampleHash,
  exampleOperator,
  exampleTariff,
  exampleTariffDetails,
  exampleTopUp,
} from './entities.ts'
import { blockedEsim } from './operation-docs.ts'
import type { OperationDocs } from './operation-docs.ts'

export const esim: OperationDocs<Operations['esim']> = {
  tag: 'eSIMs',
  description: 'Returns a purchased eSIM with everything a phone needs to install it.',
  request: { lang: 'en', hash: exampleHash },
  response: {
    data: {
      hash: exampleHash,
      status: 'ready',
      tariff: exampleTariff,
      operator: exampleOperator,
      networks: exampleTariffDetails.networks,
      apn: exampleTariffDetails.apn,
      countryTitle: 'Türkiye',
      mobileNumber: null,
      iccid: '8990011234567890123',
      smdpAddress: 'smdp.example.com',
      matchingId: 'JQ-209U6H-6I82J5',
      confirmationCode: null,
      isSample: false,
      dataLimitMb: 10240,
      validityDays: 30,
      purchasedAt: '2026-11-12T10:00:00Z',
      activateBy: '2027-02-09T23:59:59.999Z',
      step: 'bought',
      canTopUp: true,
      departure: '2026-12-01',
      phoneModel: 'apple-iphone-12',
    },
  },
  refusals: {
    'not-found': 'There is no such eSIM.',
    refunded: 'The order was refunded. Its code is no longer shown.',
    replaced: 'Another eSIM has replaced it.',
    frozen: 'The order is being checked. Its code is not shown until then.',
  },
}

export const esimInfo: OperationDocs<Operations['esimInfo']> = {
  tag: 'eSIMs',
  description:
    'With `hash`, returns the balance of an eSIM and the contacts of its operator. With ' +
    '`operator`, returns the contacts only. Pass exactly one of them.',
  request: { lang: 'en', hash: exampleHash, operator: 'tr-turkcell' },
  response: { data: { operator: exampleOperator, esim: exampleEsimBalance, push: null } },
  refusals: {
    'not-found': 'There is no such eSIM or operator, or neither parameter was given.',
    replaced: 'Another eSIM has replaced it.',
  },
}

export const esimResend: OperationDocs<Operations['esimResend']> = {
  tag: 'eSIMs',
  description:
    'Sends the email with the eSIM again, to the address of its order or of its gift, at most ' +
    'once in ten minutes.',
  request: { lang: 'en', hash: exampleHash },
  response: exampleDone,
  refusals: blockedEsim,
}

export const esimProgress: OperationDocs<Operations['esimProgress']> = {
  tag: 'eSIMs',
  description:
    'Stores the last step of the installation that the traveller has done. The eSIM’s page ' +
    'shows the next step.',
  request: { lang: 'en', hash: exampleHash, step: 'installed' },
  response: exampleDone,
  refusals: { 'not-found': 'There is no such eSIM.' },
}

export const esimUsageMails: OperationDocs<Operations['esimUsageMails']> = {
  tag: 'eSIMs',
  description:
    'Starts or stops three emails about an eSIM: at 80 % of the data, a day before the end, and ' +
    'after the end with a request for a review. The address that got the eSIM receives them.',
  request: { lang: 'en', hash: exampleHash, isOn: true },
  response: exampleDone,
  refusals: { 'not-found': 'There is no such eSIM.' },
}

export const esimReminder: OperationDocs<Operations['esimReminder']> = {
  tag: 'eSIMs',
  description:
    'Stores the day on which the traveller leaves. On the day before it, the address that got the ' +
    'eSIM receives an email with the steps at home and after the landing. `null` removes the day.',
  request: { lang: 'en', hash: exampleHash, departure: '2026-12-01' },
  response: exampleDone,
  refusals: blockedEsim,
}

export const esimPush: OperationDocs<Operations['esimPush']> = {
  tag: 'eSIMs',
  description:
    'Starts push messages about an eSIM in a browser: when 80 % of the data is used, and a day ' +
    'before the end. An eSIM has at most five browsers. A new browser replaces the oldest. Without a ' +
    'subscription, messages end in all browsers.',
  request: {
    lang: 'en',
    hash: exampleHash,
    subscription: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
  response: exampleDone,
  refusals: {
    'not-found': 'There is no such eSIM.',
  },
}

export const esimTopUps: OperationDocs<Operations['esimTopUps']> = {
  tag: 'eSIMs',
  description:
    'Returns the top-ups that the supplier of an eSIM offers for it. To buy one, send it as `topUp` ' +
    'to the operation that orders plans.',
  request: { lang: 'en', hash: exampleHash },
  response: {
    data: { hash: exampleHash, tariff: exampleTariff, topUps: [exampleTopUp] },
  },
  refusals: {
    'not-found': 'There is no such eSIM.',
    refunded: 'The order was refunded. Nothing can be added to its eSIM.',
    replaced: 'Another eSIM has replaced it.',
    frozen: 'The order is being checked. Nothing can be added to its eSIM until then.',
  },
}
