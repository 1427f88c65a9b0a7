import type { FaqBlockContent } from '../../types.ts'

export const choosing: FaqBlockContent = {
  ident: 'choosing',
  title: 'Choosing a plan',
  questions: [
    {
      ident: 'how-much-data',
      question: 'How much data do I need?',
      answer: [
        'Maps, messages and email use about 0.2 GB a day. With social media and some video, allow 0.5 to 1 GB a day. An hour of good-quality video uses about 1.5 GB, and an hour of video calls about 1 GB.',
      ],
    },
    {
      ident: 'local-or-several',
      question: 'Should I get a plan for one country or for several?',
      answer: [
        'A plan for one country usually costs less per gigabyte. A plan for several countries saves you from changing plans at each border. Before you pay, read the list of countries on the plan’s page. The plan doesn’t work in any other country.',
      ],
    },
    {
      ident: 'europe-turkey',
      question: 'Does a plan for Europe work in Türkiye?',
      answer: [
        'Usually not, and the same goes for Morocco and Georgia. Every plan here lists all its countries. Check the list, not the name. If the operator leaves out a part of a country, you read that before you pay.',
      ],
    },
    {
      ident: 'unlimited',
      question: 'What does ‘unlimited’ mean?',
      answer: [
        'You don’t run out of data, but above a daily limit your speed drops until midnight. A few plans have one lower speed all day. The plan’s page shows the limit and the speed under ‘Fair use’. If the operator doesn’t state them, the page says so.',
      ],
    },
    {
      ident: 'hotspot',
      question: 'Can I share the internet with a laptop?',
      answer: [
        'Yes, if the operator allows it. Look for ‘Hotspot’ on the plan’s page. If the operator doesn’t state it, the page says so.',
      ],
    },
    {
      ident: 'number',
      question: 'Will I get a phone number?',
      answer: [
        'No, travel plans are mobile data only. Plans for Russia with minutes and SMS do have a number. You’ll find it next to the activation code.',
      ],
    },
    {
      ident: 'messengers',
      question: 'Will WhatsApp and Telegram keep working?',
      answer: [
        'Yes, with your own number. They’re tied to your account, not to the SIM. If the app asks whether to change your number, say no.',
        'Some countries restrict calls in messaging apps, but messages and pictures still get through. In Russia and mainland China, local networks restrict messages too.',
      ],
    },
    {
      ident: 'speed',
      question: 'How fast is it?',
      answer: [
        'Usually 4G, or 5G where the plan’s page says so: as fast as the local network. If the operator limits the speed, you see it on the plan’s page and before you pay. At busy times, operators may give visitors lower priority.',
      ],
    },
    {
      ident: 'long-trip',
      question: 'What if my trip is longer than the plan?',
      answer: [
        'Choose a longer plan if there is one, or buy two. Install both at home and turn on the second when the first ends. Its days don’t start before that, unless its page says that they start with the installation: then install it only when the first ends. You must activate both within 89 days of purchase.',
      ],
    },
    {
      ident: 'passport',
      question: 'Do you need my passport?',
      answer: [
        'Not for most travel plans. If the operator asks for a passport, the plan’s page says so under ‘Documents’ before you pay. Plans for the Russian market need one.',
      ],
    },
  ],
}
