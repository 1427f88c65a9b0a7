import type { FaqBlock } from '../../types.ts'

export const installing: FaqBlock = {
  ident: 'installing',
  title: 'Installing and starting',
  questions: [
    {
      ident: 'when-install',
      question: 'When should I install it?',
      answer: [
        'At home, on Wi-Fi, a day or two before you leave. Some countries block the download of eSIM profiles, and at an airport there may be no Wi-Fi. Installing does not start the days. Switch the line off and leave it off until you arrive.',
      ],
    },
    {
      ident: 'when-starts',
      question: 'When does my plan start?',
      answer: [
        'At the first connection to a network, not when you buy and not when you install. A plan for several countries may cover your own as well, so keep the line off until you arrive.',
        'You have 89 days after purchase to make that connection; 6 months for plans of the Russian market.',
      ],
    },
    {
      ident: 'iphone',
      question: 'How do I install it on an iPhone?',
      answer: [
        'Settings → Cellular → Add eSIM → Use QR Code, then point the camera at the code. It takes about two minutes. Name the line and switch it off until you arrive.',
        'On iOS 17.4 and newer the button ‘Install on this iPhone’ does it in one tap; open it in Safari.',
      ],
    },
    {
      ident: 'android',
      question: 'How do I install it on Android?',
      answer: [
        'Settings → Network & internet → SIMs → Add eSIM, then point the camera at the code. On a Samsung: Connections → SIM manager → Add eSIM. Name the line and switch it off until you arrive.',
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
        'Switch the line on, choose it for mobile data, and switch on data roaming for it: for a travel eSIM the local network is always roaming. Then switch flight mode on and off and wait two minutes.',
        'Still nothing: choose another network by hand, one of those on the plan’s page.',
      ],
    },
    {
      ident: 'apn',
      question: 'What is the APN and do I need it?',
      answer: [
        'It is the name under which the phone asks the network for internet. Usually the eSIM brings it along. If the phone is on the network and there is still no internet, enter the APN from the plan’s page in the settings of the line; user and password stay empty.',
      ],
    },
    {
      ident: 'home-sim-data',
      question: 'How do I stop the phone from using data of my own SIM?',
      answer: [
        'Choose the eSIM for mobile data, switch off data roaming for your own SIM, and switch off the automatic change of lines. iPhone: Settings → Cellular → Cellular Data → Allow Cellular Data Switching. Android: the switch is called automatic or backup data, beside the list of SIMs.',
      ],
    },
    {
      ident: 'cannot-add',
      question: 'The phone says that the eSIM cannot be added.',
      answer: [
        'Look first whether it is there already: the list of SIMs shows it even when the last step failed. If not, change the Wi-Fi, switch the VPN off, restart the phone and try once more.',
        'If it fails again, stop and send support a screenshot with the message. Do not delete anything.',
      ],
    },
    {
      ident: 'deleted',
      question: 'I deleted the eSIM from the phone.',
      answer: [
        'A deleted eSIM cannot be installed again: the code works once. Write to support; if it has not been activated yet, we may be able to help.',
      ],
    },
    {
      ident: 'too-late',
      question: 'I did not activate it within 89 days.',
      answer: [
        'Then the eSIM has expired and cannot be started. The last day is in the e-mail and on the eSIM’s page. If the trip is further away than that, buy later: it takes minutes.',
      ],
    },
  ],
}
