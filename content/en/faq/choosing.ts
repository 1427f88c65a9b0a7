import type { FaqBlock } from '../../types.ts'

export const choosing: FaqBlock = {
  ident: 'choosing',
  title: 'Choosing a plan',
  questions: [
    {
      ident: 'how-much-data',
      question: 'How much data do I need?',
      answer: [
        'Maps, messages and mail take about 0.2 GB a day. With social networks and some video count 0.5 to 1 GB a day. An hour of video in good quality takes about 1.5 GB, an hour of a video call about 1 GB.',
      ],
    },
    {
      ident: 'local-or-several',
      question: 'One country or several?',
      answer: [
        'A plan for one country is usually cheaper per gigabyte. A plan for several saves you from changing at each border. Before you pay, read the list of countries on the plan’s page: where it is not listed, it does not work.',
      ],
    },
    {
      ident: 'europe-turkey',
      question: 'Does a plan for Europe work in Türkiye?',
      answer: [
        'Usually not, and neither in Morocco or Georgia. Every plan here lists its countries one by one; trust that list and not the name.',
      ],
    },
    {
      ident: 'unlimited',
      question: 'What does ‘unlimited’ mean?',
      answer: [
        'The data does not run out, but past a daily threshold the speed falls until midnight. Both are on the plan’s page under ‘Fair use’: the threshold and the speed past it. If the operator does not state them, the page says so.',
      ],
    },
    {
      ident: 'hotspot',
      question: 'Can I share the internet with a laptop?',
      answer: [
        'Where the operator allows it. The line ‘Hotspot’ on the plan’s page says so; where the operator says nothing, the page says that too.',
      ],
    },
    {
      ident: 'number',
      question: 'Will I get a phone number?',
      answer: [
        'Travel plans are internet only, without a number. Plans for Russia with minutes and SMS have one; it stands beside the activation code.',
      ],
    },
    {
      ident: 'messengers',
      question: 'Will WhatsApp and Telegram keep working?',
      answer: [
        'Yes, with your own number. They are tied to the account and not to the SIM; when the app asks whether to change the number, refuse.',
        'Some countries restrict calls in messengers; messages and pictures pass.',
      ],
    },
    {
      ident: 'speed',
      question: 'How fast is it?',
      answer: [
        'As fast as the network you are on: usually 4G, 5G where the plan’s page says so. At busy hours operators may give guests a lower priority.',
      ],
    },
    {
      ident: 'long-trip',
      question: 'My trip is longer than the plan is valid. What do I take?',
      answer: [
        'A longer plan if there is one, or two plans. Install both at home and switch the second on when the first ends: its days do not start before that. The second too must be activated within 89 days of purchase.',
      ],
    },
    {
      ident: 'passport',
      question: 'Do you need my passport?',
      answer: [
        'For most travel plans no. Where the operator asks for it, the line ‘Documents’ on the plan’s page says so before you pay. Plans of the Russian market need one.',
      ],
    },
  ],
}
