import type { FaqBlock } from '../shape.ts'

export const faq: readonly FaqBlock[] = [
  {
    ident: 'phone',
    title: 'Will my phone do',
    questions: [
      {
        ident: 'which-phones',
        question: 'Which phones have eSIM?',
        answer: [
          'iPhone XS, XR and newer, Google Pixel 3 and newer, Samsung Galaxy S20 and newer, and many others. Phones sold in mainland China mostly have none, and iPhones sold there never do.',
          'The sure way: dial *#06#. If a line ‘EID’ with 32 digits appears, the phone has eSIM.',
        ],
      },
      {
        ident: 'locked-phone',
        question: 'My phone was bought from an operator. Will it work?',
        answer: [
          'Only if it is not locked to that operator. On an iPhone open Settings → General → About: ‘No SIM restrictions’ means it is free. On other phones ask the operator that sold it.',
        ],
      },
      {
        ident: 'several-esims',
        question: 'Can I keep several eSIMs in one phone?',
        answer: [
          'Yes. Most phones store five to eight of them and use one or two at a time. A plan for the next trip can wait in the phone without starting.',
        ],
      },
      {
        ident: 'own-sim',
        question: 'What happens to my own SIM?',
        answer: [
          'It stays where it is and keeps your number. Calls, SMS and bank codes arrive on it as before; only the internet goes through the eSIM. Switch off data on your own SIM so that the phone does not use it at roaming prices.',
        ],
      },
      {
        ident: 'tablet',
        question: 'Does it work in a tablet, a watch or a laptop?',
        answer: [
          'In tablets and laptops with eSIM it does. In watches it does not: they use a copy of the phone’s own number.',
        ],
      },
    ],
  },
  {
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
          'A plan for one country is cheaper per gigabyte and often faster. A plan for several saves you from changing at each border. Before you pay, read the list of countries on the plan’s page: what is not in it, does not work.',
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
          'The plan does not end with the traffic, but past a daily threshold the speed falls until midnight. The threshold and the speed past it stand on the plan’s page under ‘Fair use’.',
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
        ],
      },
      {
        ident: 'speed',
        question: 'How fast is it?',
        answer: [
          'As fast as the network you are on: usually 4G, 5G where the plan’s page says so. Abroad operators may give guests a lower priority at busy hours.',
        ],
      },
    ],
  },
  {
    ident: 'installing',
    title: 'Installing and starting',
    questions: [
      {
        ident: 'when-install',
        question: 'When should I install it?',
        answer: [
          'At home, on Wi-Fi, a day or two before you leave. Some countries block the download of eSIM profiles, and at an airport there may be no Wi-Fi. Installing does not start the days.',
        ],
      },
      {
        ident: 'when-starts',
        question: 'When does my plan start?',
        answer: [
          'At the first connection to a network in the country of the plan, not when you buy and not when you install.',
          'You have 89 days after purchase to make that connection; 6 months for plans of the Russian market.',
        ],
      },
      {
        ident: 'iphone',
        question: 'How do I install it on an iPhone?',
        answer: [
          'Settings → Cellular → Add eSIM → Use QR Code, then point the camera at the code. On iOS 17.4 and newer the button ‘Install on this iPhone’ does it in one tap; open it in Safari.',
        ],
      },
      {
        ident: 'android',
        question: 'How do I install it on Android?',
        answer: [
          'Settings → Network & internet → SIMs → Add eSIM, then point the camera at the code. On a Samsung: Connections → SIM manager → Add eSIM.',
        ],
      },
      {
        ident: 'same-phone',
        question: 'The QR code is on the phone that must scan it. What now?',
        answer: [
          'Use the one-tap button, or type the SM-DP+ address and the activation code by hand: choose ‘Enter details manually’ where the phone offers to scan. Both are on the eSIM’s page with a button to copy.',
        ],
      },
      {
        ident: 'no-camera',
        question: 'The camera does not work. Can I do without it?',
        answer: [
          'Yes. Choose ‘Enter details manually’ and type the SM-DP+ address and the activation code. Phones that ask for one line want the one that begins with LPA:1$.',
        ],
      },
      {
        ident: 'roaming',
        question: 'It is installed, but there is no internet.',
        answer: [
          'Choose the eSIM for mobile data and switch on data roaming for it: for a travel eSIM the local network is always roaming. Then switch flight mode on and off. If the plan’s page names an APN, enter it.',
        ],
      },
      {
        ident: 'deleted',
        question: 'I deleted the eSIM from the phone.',
        answer: [
          'A deleted eSIM cannot be installed again: the code works once. Write to support; if it has not been activated yet, we may be able to help.',
        ],
      },
    ],
  },
  {
    ident: 'using',
    title: 'On the way',
    questions: [
      {
        ident: 'data-left',
        question: 'How do I see how much data is left?',
        answer: [
          'On the page ‘Data left’ of your eSIM; the link is in the e-mail and on the page with the QR code. Networks report with a delay of up to a few hours, so the page says as of when.',
        ],
      },
      {
        ident: 'top-up',
        question: 'The data is used up. Can I top up?',
        answer: [
          'Where the plan’s page says that top-up is possible. Elsewhere buy another plan; it is a new eSIM, installed the same way.',
        ],
      },
      {
        ident: 'no-network',
        question: 'Can I open the QR code without internet?',
        answer: [
          'Print the page or take a picture of it before you leave. Installing itself needs internet: a profile is downloaded.',
        ],
      },
      {
        ident: 'another-phone',
        question: 'Can I move the eSIM to another phone?',
        answer: ['No. Once installed it belongs to that phone.'],
      },
      {
        ident: 'back-home',
        question: 'What do I do with it back home?',
        answer: [
          'Switch the line off, and delete it when the plan has ended. Switch data on your own SIM on again.',
        ],
      },
    ],
  },
  {
    ident: 'paying',
    title: 'Paying and returning',
    questions: [
      {
        ident: 'how-to-pay',
        question: 'How can I pay?',
        answer: [
          'By card in dollars or by card in roubles, whichever your bank supports. The price in the currency you choose is the whole price; your bank may add a fee of its own.',
        ],
      },
      {
        ident: 'payment-failed',
        question: 'The payment failed. Was money taken?',
        answer: [
          'No. Check the card’s data and limit and press ‘Pay again’: it is the same order, and you are charged once.',
        ],
      },
      {
        ident: 'no-mail',
        question: 'I have paid, but there is no e-mail.',
        answer: [
          'Look into the spam folder. The page after payment leads to the eSIM as well. If the address had a mistake in it, write to support with the time and the amount of the payment.',
        ],
      },
      {
        ident: 'refund',
        question: 'Can I return an eSIM?',
        answer: [
          'There is no return or exchange after activation. If the eSIM has not been activated, or does not work through no fault of yours, write to support.',
        ],
      },
      {
        ident: 'promo-code',
        question: 'Where do I enter a promo code?',
        answer: [
          'In the order form, under the way to pay. A code from a link is filled in by itself and kept for 30 days.',
        ],
      },
      {
        ident: 'personal-data',
        question: 'What do you know about me?',
        answer: [
          'The e-mail address you give and what you bought. Card data go to the bank and never to us.',
        ],
      },
      {
        ident: 'partners',
        question: 'Do you pay for recommendations?',
        answer: [
          'Yes. Partners get a share of each paid order made through their link and can withdraw it from $30.',
        ],
      },
    ],
  },
]
