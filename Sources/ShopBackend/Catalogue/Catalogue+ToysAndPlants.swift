extension Catalogue {
  /// Toys, plants and the voucher.
  static let toysAndPlants = #"""
    product p-46 | 69 EUR | image toys/railway.jpg | related p-47 p-6
    name Wooden railway, starter set
    description Thirty-two pieces of beech: a figure of eight, a bridge, a station and a train
      with magnets that hold. Goes together with the track you have in the attic.
    review 5 Annelies | It does fit the forty-year-old track from my parents' attic. I had doubted
      it.
    review 4 gleis9 | Sehr schön verarbeitet. Ein zweiter Waggon hätte nicht geschadet.
    review 5 Kofi | He asked for a tablet, and got this. It's been three weeks and nobody has
      mentioned the tablet.
    review 3 Margaux | Jolies pièces, mais le pont est bancal sur un tapis.

    product p-47 | 15 GBP | image toys/beanbags.jpg | related p-46 p-48
    name Three juggling beanbags
    description Suede over millet, 130 g each, in three colours. They land and stay where they
      fall, which at the beginning is everywhere.
    review 5 drops_a_lot | Learned the cascade in four evenings.\nEvening 1: nothing.\nEvening 2:
      nothing.\nEvening 3: the lamp.\nEvening 4: got it.
    review 4 Sacha | Good weight. The yellow one leaks a grain now and then.
    review 5 Ines | Bought for my son. They live on my desk.

    product p-48 | 26 EUR | image toys/fish-market.jpg | related p-45 p-44
    name Fish Market, jigsaw of 1,000 pieces
    description A crowded quay at five in the morning, with eighty-one fish, one cat and a joke in
      every corner. Thick card, cut so that no two pieces are alike.
    review 5 edge_first | Eighty-one fish. I counted. Twice.
    review 1 Heike | 999 Stück. Neunhundertneunundneunzig. Es fehlt das Auge der Katze. Nach zwei
      Wochen Arbeit.
    review 5 The Abernathys | Took the four of us the whole of Christmas, and there was shouting
      about the sky.
    review 4 Nicolás | Muy bonito. El cielo es difícil a propósito, creo.

    product p-49 | 29 EUR | image plants/cheese-plant.jpg | related p-50 p-51
    name Cheese plant, 50 cm
    description A young monstera with its first split leaves, grown without peat. It likes a
      bright corner, one drink a week and something to climb.
    review 5 green_ish | I kill everything. This has put out three leaves since May. Whatever they
      do at that nursery, it works.
    review 4 Bettina | Gut verpackt, ein Blatt war geknickt. Wächst trotzdem wie verrückt.
    review 2 Alfie | Came with little flies in the soil, and now all my pots have them. The plant
      itself is in fine shape, thank you, and so are the flies.
    review 5 Rosa M. | ¡Enorme y sanísima!

    product p-50 | 7.25 EUR | image plants/terracotta.jpg | related p-49 p-51
    name Terracotta pot with a saucer, 14 cm
    description Thrown by hand from Tuscan clay and fired hot enough to stay out in the frost. The
      saucer is glazed inside, so the windowsill stays dry.
    review 5 Fiammetta | Honest pots. I have a row of nine.
    review 4 windowbox | The saucer really is dry underneath. One of six had a hairline crack, and
      it was refunded without fuss.
    review 3 Dov | Nice, though fourteen centimetres are measured outside. A 12 cm plant is a
      tight fit.

    product p-51 | 9.8 CHF | image plants/herb-seeds.jpg | related p-50 p-49
    name Kitchen herbs, a box of eight seeds
    description Basil, chervil, chives, coriander, dill, lovage, parsley and savory, with a card
      each that says when and how deep. Enough for a balcony and a friend's.

    product p-52 | 50 EUR | related p-1 p-42
    name Gift voucher, on paper
    description A letterpress card in an envelope, with the amount written in by hand. Valid for
      everything in the shop and for five years.
    """#
}
