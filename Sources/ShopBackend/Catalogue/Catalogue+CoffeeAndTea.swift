extension Catalogue {
  /// Coffee, tea and what they are made in.
  static let coffeeAndTea = #"""
    product p-15 | 23 EUR | image coffee/dripper.jpg | related p-16 p-22 p-1
    name Pour-over dripper
    description A porcelain cone with spiral ribs and one large hole, for one mug or two. Fits on
      any rim from 7 to 11 cm across.
    review 5 Kaisa | Best coffee I've made at home, and it costs less than a week of bought ones.
    review 5 slowpour | Warm it first. That's the whole secret.
    review 4 Davide | Ottimo, ma il foro grande richiede una macinatura più grossa.
    review 3 Ottilie | Makes lovely coffee, cools it on the way. On a wide mug it also wobbles.
    review 5 R2 | Simple, clean, done

    product p-16 | 89 USD | image coffee/grinder.jpg | related p-15 p-20 p-17
    name Hand coffee grinder with steel burrs
    description Thirty-six clicks from Turkish to French press, and a crank long enough to make it
      easy. Grinds 25 g in about a minute.
    review 5 ezra | Replaced an electric one that cost twice as much. Quieter, too: I can grind at
      six without waking anyone.
    review 5 Milou | The clicks are positive and they stay where you put them.
    review 4 tamper_tantrum | Excellent for filter. For espresso it is possible, at the price of a
      shoulder.
    review 2 Ged | Good grounds, but the knob on the crank came loose after a month and then the
      screw stripped. A $5 part. They don't sell it.
    review 5 Yuki | 挽き心地が軽くて、香りがすごくいいです。
    review 4 Florentine | A full minute is optimistic. Two. Still recommended.
    review 5 Ged | Update to my earlier review: they sent me a new crank by post, free of charge,
      with an apology. I can't change the two stars up there so here are five.

    product p-17 | 12.375 KWD | image coffee/dallah.jpg | related p-20 p-16
    name دلة نحاسية للقهوة العربية
    description A brass dallah for Arabic coffee with cardamom, tinned inside and engraved by
      hand. Pours eight small cups without a drop on the tray.
    review 5 نورة | صناعة متقنة وشكلها أجمل من الصورة، شكراً لكم.
    review 5 Salim | My grandmother had one like this. The spout pours in the same thin arc.
    review 4 Babette | A splendid thing. Polish it or let it darken, but decide: half-way looks
      neglected.
    review 4 أبو يوسف | ممتازة، لكن التغليف كان بسيطاً.

    product p-18 | 1200 JPY | image tea/sencha.jpg | related p-21 p-10
    name 煎茶 Sencha, first picking, 100 g
    description Steamed green tea from a single hillside garden, picked in the last week of April.
      Brew it at 70 degrees for one minute, and then twice more.
    review 5 teaandtoast | Grassy, sweet, almost like broth. I had been making green tea wrong for
      twenty years, with boiling water.
    review 5 まゆみ | 香りが良く、三煎目までおいしくいただけました。
    review 4 Conrad | Very good indeed. The bag doesn't close again, so have a tin ready.
    review 2 Wendy P. | I'm sure that it is fine tea but it tastes of spinach to me.

    product p-19 | 8.4 GBP | image tea/night-ferry.jpg | related p-21 p-2 p-36
    name Night Ferry, smoked black tea, 125 g
    description Black tea dried over pine, blended with a little bergamot. It smells of rope and
      bonfires and tastes better than that sounds.
    review 5 Alasdair | Like drinking a harbour. I mean that kindly.
    review 4 hettie | Strong! One spoon for the pot is plenty.
    review 5 old_salt | My third bag. The dog leaves the room when I open it.
    review 1 Pauline | My cupboard, my sugar and my other teas now all taste of smoke. It came in
      a paper bag that lets everything through, inside a cardboard box that does too. A tea like
      this belongs in a tin & someone in your warehouse must know it.
    review 5 Jörg | Endlich wieder ein Rauchtee, der diesen Namen verdient.

    product p-20 | 27.5 EUR | image coffee/house-espresso.jpg | related p-16 p-4 p-15
    name House espresso, whole beans, 1 kg
    description Our own roast, dark enough for milk and sweet enough without. The date of roasting
      is stamped on every bag and is never more than ten days old.
    review 5 Ludo | Chocolate, hazelnut, a bit of orange. In milk it is dessert.
    review 5 bea.trix | Roasted on the 3rd, at my door on the 7th. Can't argue with that.
    review 3 Niels | Decent. A shade too dark for me, it all turns to cocoa.
    review 4 Caterina | Buono davvero, quasi come al bar sotto casa. Quasi.
    review 5 office_hero | We are nine people and this bag lasts eight working days. Please make a
      5 kg one.
    review 2 Sorin | Mine was stamped nineteen days ago, not ten. The coffee was all right. The
      promise wasn't.

    product p-21 | 34.95 EUR | image tea/teapot.jpg | related p-18 p-19 p-2
    name Glass teapot with a steel basket
    description Thin borosilicate glass, 1.2 litres, and a basket wide enough for leaves to open.
      The lid fits both the pot and the basket.
    review 5 Wiebke | Watching jasmine pearls open in this is the best part of my afternoon.
    review 4 Gwil | Pours cleanly until the last third, then a drip runs down the spout. Fold a
      tea towel under it & forget about it.
    review 1 Sandrine | Arrived in pieces. The replacement arrived in pieces too, in the same
      single sheet of bubble wrap. I have been refunded, but I'd have preferred a teapot.
    review 5 Edda | Since spring, daily, not a scratch.
    review 3 tanu | フタがゆるくて、注ぐときに落ちそうになります。指で押さえれば大丈夫。

    product p-22 | 4.2 EUR | image coffee/filters.jpg | related p-15 p-16
    name Filter papers, 100 pieces
    description Unbleached paper cones for one to four cups, folded along the seam and ready to
      rinse.
    review 5 Kaisa | They're filters. They filter.
    review 4 Joost | No papery taste if you rinse them. The box tears open along the wrong side,
      every time.
    review 5 slowpour | same as always, good
    """#
}
