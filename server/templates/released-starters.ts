/**
 * The contents (SHA-256) of the starter templates that each release came with, by their file names, so that a company's
 * template that nobody has changed is known after a newer edition is there. A release is added here when its day is written
 * into CHANGELOG.md; a test says what to add.
 */
export const releasedStarters: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '0.1.0': {
    'Arrival Notice (starter).dotx': ['2ebeb08013ad16086aea6a88f092ab83ec021d668bf78f67a21e749012117862'],
    'Booking Confirmation (starter).dotx': [
      '8b3ca9678385224a5b2f0464e12b7a84c4780bbadd2630029890734b612f9688',
    ],
    'Cargo Manifest (starter).dotx': ['b472e241babe7891c0e14f648f768c4e01fb30788adb11d0314d065209f022fa'],
    'Certificate of Receipt (starter).dotx': [
      '86a2e16bbdbe9c7132ffeeb98214eaed13ecb08305b4edd29d450301d6df27d1',
    ],
    'Delivery Order (starter).dotx': ['8c5d338da9c80855df2a6365987def9859be76cf46977944f1b76e7a8f18f589'],
    'House Air Waybill (starter).dotx': ['96e6c017380542830b323a64aca5fc2765b17e4553f826f7597da52a7e35256b'],
    'House Bill of Lading (starter).dotx': [
      '327a8cc45d10abcde3c4e02f9cc4ec2b7905b96d05bccae97202f90183a2b27b',
    ],
    'Packing List (starter).dotx': ['a73e93d73f27bf7601de495f94fa8f5a62aa52591880d776424b1ee762e453b1'],
    'Pre-alert (starter).dotx': ['16086fb5d557f871f8d4a660ef6f6053f9f3d3b7db780d15ddbe54d6dde8246b'],
    'Proforma Invoice (starter).dotx': ['47cd82d8698167a27ed6a5a33dcc1a50c0c78b9308d8ecfb75756126c283a4d9'],
    'Quotation (starter).dotx': ['98844094e12c11882acd5178a6e7a6f2edf520f1d8fc267f4e957e91590303fe'],
    'Shipping Instructions (starter).dotx': [
      'e6c3facab96042f90bdc2d6090db9e200d37b19553b06741f968c1e480bab270',
    ],
  },
}
