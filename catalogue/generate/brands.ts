export const notForTravellers: ReadonlySet<string> = new Set(
  [
    'am-karabakh-telecom at-argonet au-nbn au-optitel-australia be-citymesh-connect bg-bulsatcom ca-ecotel',
    'ca-sasktel cc-nbn cc-optitel-australia cx-nbn cx-optitel-australia cz-nordic-telecom-5g-a-s de-450connect',
    'gb-airtel-vodafone gb-jt gb-pronto-gsm gb-relish gb-sure-mobile gb-telet ge-silk-lte hk-1o1o hu-digi',
    'im-bluewave-communications-ltd jp-wireless-city-planning-inc kg-saima-telecom kr-olleh md-idc',
    'mx-red-compartida mx-ultranet nl-tele2 nl-ziggo no-tampnet-as qa-ministry-of-interior se-net-1 se-sweden',
    'se-sweden-2g se-sweden-3g th-dtac-t tw-gt ua-3mob-lycamobile',
  ].flatMap((line) => line.split(' ')),
)

export const nationwide: { readonly [country: string]: readonly string[] } = {
  us: ['us-at-and-t', 'us-t-mobile', 'us-verizon'],
}

export const brandTitles: { readonly [title: string]: string } = {
  'A1.net': 'A1',
  AirTel: 'Airtel',
  BITĖ: 'Bitė',
  'Marshall Islands National Telecommunications Authority': 'NTA',
  'Office des Telephones': 'Monaco Telecom',
  'Rogers Wireless': 'Rogers',
  'Bell Mobility': 'Bell',
  'Telus Mobility': 'Telus',
  'Vi India': 'Vi',
  'Vodafone UK': 'Vodafone',
}
