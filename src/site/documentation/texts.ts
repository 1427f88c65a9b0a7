import type { Operations } from '../../operations.ts'
import { exampleDone, exampleEmail, exampleKey, exampleListAnswer } from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const examplePost = {
  id: 'turkiye',
  title: 'Türkiye: internet from the first minute',
  description: 'Why to install the eSIM before the flight, and which networks there are.',
  date: '2026-10-19',
}

const exampleTexts = {
  networks: 'Turkcell, Vodafone and Türk Telekom. All three cover the coast and the cities well.',
  install: 'Before departure: the sites of many eSIM sellers do not open from Türkiye.',
  mind: 'On the Aegean coast a phone may connect to a Greek network.',
}

export const faq: OperationDocs<Operations['faq']> = {
  tag: 'Texts',
  description: 'Returns all questions with their answers, grouped in blocks.',
  request: { lang: 'en' },
  response: {
    data: [
      {
        ident: 'paying',
        title: 'Paying and returning',
        questions: [
          {
            blockIdent: 'paying',
            ident: 'how-to-pay',
            question: 'How can I pay?',
            answer: ['By card in dollars or by card in roubles.'],
          },
        ],
      },
    ],
  },
}

export const blogs: OperationDocs<Operations['blogs']> = {
  tag: 'Texts',
  description: 'Returns blog posts without their text, newest first.',
  request: { search_string: '', per_page: 20, page: 1, lang: 'en' },
  response: { data: [examplePost], ...exampleListAnswer },
}

export const blog: OperationDocs<Operations['blog']> = {
  tag: 'Texts',
  description: 'Returns a blog post with its text as Markdown.',
  request: { lang: 'en', id: 'turkiye' },
  response: { data: { ...examplePost, body: 'Install the eSIM **before** you fly.' } },
  refusals: { 'not-found': 'There is no such post in this language.' },
}

export const countryTexts: OperationDocs<Operations['countryTexts']> = {
  tag: 'Texts',
  description: 'Returns advice for travellers to a country, or null.',
  request: { lang: 'en', countryCode2Letters: 'tr' },
  response: { data: { countryTexts: exampleTexts } },
}

export const regionTexts: OperationDocs<Operations['regionTexts']> = {
  tag: 'Texts',
  description: 'Returns advice for travellers to a region of a country, or null.',
  request: { lang: 'en', countryCode2Letters: 'ru', ident: 'mow' },
  response: { data: { regionTexts: null } },
}

export const legalText: OperationDocs<Operations['legalText']> = {
  tag: 'Texts',
  description:
    'Returns the user agreement or the data policy if the operator has published one, or null. ' +
    'A server without this operation answers 404.',
  request: { lang: 'en', name: 'dataPolicy' },
  response: {
    data: {
      title: 'Data policy',
      lead: 'What we store about you, and why.',
      sections: [{ title: '1. Who is responsible', paragraphs: ['Meridian Ltd.'] }],
    },
  },
}

export const faqReview: OperationDocs<Operations['faqReview']> = {
  tag: 'Support',
  description: 'Stores whether an answer helped, with an optional comment.',
  request: { lang: 'en', ident: 'how-to-pay', isHelpful: false, comment: 'Which cards?' },
  response: exampleDone,
  refusals: {
    'not-found': 'There is no such question.',
    'too-many-requests': 'Too many reviews from this client address within an hour.',
  },
}

export const mailNotify: OperationDocs<Operations['mailNotify']> = {
  tag: 'Support',
  description:
    'Forwards a message to support or partnership sales. Forwards an identical message with the same ' +
    '`idempotencyKey` once. To attach a screenshot, send `multipart/form-data` with the JSON in ' +
    '`payload`.',
  request: {
    lang: 'en',
    topic: 'support',
    name: 'Anna',
    email: exampleEmail,
    message: 'My phone shows no service.',
    consent: true,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)',
    utm: { utm_source: 'newsletter' },
    idempotencyKey: exampleKey,
  },
  response: { data: { topic: 'support' } },
  refusals: {
    'too-many-requests': 'Too many messages from this client address within an hour.',
  },
}
