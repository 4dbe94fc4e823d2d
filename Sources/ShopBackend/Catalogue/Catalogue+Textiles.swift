extension Catalogue {
  /// Wool, linen and cotton.
  static let textiles = #"""
    product p-36 | 98 GBP | image textiles/throw.jpg | related p-38 p-19 p-35
    name Lambswool throw, moss and heather
    description Woven in a mill that has used the same river for two hundred years. 140 by 190 cm
      with a twisted fringe, and soft from the first evening.
    review 5 Morag | The colours are the hill behind our house in September. I can't put it
      better.
    review 4 Elke | Sehr warm, ganz leicht kratzig am Hals. Nach der ersten Wäsche besser.
    review 5 sofa_so_good | The cat has made her decision. I may have it on Sundays.
    review 3 Darragh | A fine throw, but it's more green than the screen shows, and there is no
      heather to speak of.

    product p-37 | 24 EUR | image textiles/tea-towels.jpg | related p-40 p-9 p-11
    name Three linen tea towels
    description Pure linen in a plain weave that dries glasses without lint and dries itself by
      the next morning. Hemmed, with a loop in the corner.
    review 5 Grietje | Like my grandmother's, and those are still in use.
    review 2 Hugo | They shrank by a hand's width at 60 degrees, which is what the label says you
      may wash them at.
    review 5 Ottmar | Vor dem ersten Gebrauch waschen, dann perfekt.
    review 4 polly_put_the | Stiff as cardboard for two washes, wonderful since.

    product p-38 | 149 SEK | image textiles/bed-socks.jpg | related p-36 p-6
    name Björnö bed socks
    description Thick ribbed wool from Gotland sheep, knitted without a seam at the toe. One size
      for feet from 36 to 43.
    review 5 Tuva | Varma, mjuka, fula på rätt sätt.
    review 5 cold_toes | Finally slept through January.
    review 2 Gunnar | "One size" it says. I am a 43 and the heel sits in the middle of my foot.
    review 4 Ylva | Ordered one pair for my husband, and have worn them ever since. He is waiting
      for his.

    product p-39 | 1650 JPY | image textiles/furoshiki.jpg | related p-28 p-5
    name 風呂敷 Furoshiki, plum blossom
    description A cotton cloth of 70 cm for wrapping lunch, presents or a bottle of wine. Comes
      with a sheet of twelve knots.
    review 5 ほのか | 柄が上品で、お弁当にちょうどいい大きさです。
    review 5 Renske | I've stopped buying wrapping paper. People give the cloth back, and the next
      present goes into it.
    review 4 Solène | Très beau tissu. Le mode d'emploi des nœuds est en japonais, mais les
      dessins suffisent.

    product p-40 | 36 USD | image textiles/apron.jpg | related p-37 p-7 p-8
    name Heavy cotton apron
    description Twelve-ounce canvas, straps that cross on the back so that nothing hangs from the
      neck, and a pocket for the thermometer. Washes at 60 degrees.
    review 5 smoke_and_salt | Sparks, fat, sauce: it shrugs. The crossed straps saved my neck.
    review 4 Lucinda | Roomy. At 160 cm I fold the top over and it's fine.
    review 5 Bas | Stevig! Precies goed.
    """#
}
