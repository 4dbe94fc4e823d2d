extension Catalogue {
  /// Things for the hill, the beach and the garden.
  static let outdoor = #"""
    product p-30 | 135 GBP | image outdoor/rucksack.jpg | related p-33 p-31 p-3
    name Waxed canvas rucksack, 20 litres
    description Heavy cotton canvas, bridle leather and brass, made to be re-waxed and handed on.
      One large compartment, one pocket for what you need in a hurry.
    review 5 Fergus | Two winters on the west coast. The contents have stayed dry, I have not.
    review 5 Maite | It gets better looking with every scratch.
    review 4 commuter_jo | Fits a 14-inch laptop, but there's no sleeve for it. I sewed one.
    review 3 Ewan | Handsome and hard-wearing, but the shoulder straps are thin, and with ten
      kilos in it you feel each one.
    review 5 Sólveig | Frábær taska! Vaxlyktin hverfur eftir nokkra daga.
    review 2 T. Whitlock | The wax rubbed off on a pale coat, and the cleaner's bill was a third
      of the price of the bag. A warning on the label would cost nothing.

    product p-31 | 59 EUR | image outdoor/picnic-blanket.jpg | related p-3 p-33 p-35
    name Picnic blanket with a waterproof back
    description Recycled wool above, waxed cotton below, 150 by 180 cm. Rolls up with two leather
      straps and a handle.
    review 5 Noémie | Herbe mouillée, sable, gravier : rien ne traverse.
    review 4 parkbench | Big enough for two adults, a toddler and a cake. Not for the toddler ON
      the cake.
    review 4 Jurre | Good quality. Rolling it up the way it came takes practice.
    review 5 Mathilde | Three summers old and it still looks new.

    product p-32 | 24.95 GBP | image outdoor/head-torch.jpg | related p-30 p-34
    name Head torch with a red light
    description Bright enough for a path at night, dim enough to read in a tent, and red when
      others sleep. Forty hours on one charge, and it takes three AAA cells when there is no
      socket.
    review 5 nightshift_vet | I have delivered lambs by this light.
    review 4 Cathal | Great light. The button is too easy to press in a bag, so mine was flat
      twice.
    review 5 Oksana | Дуже зручний, легкий, батареї вистачає надовго.
    review 1 gordo | Forty hours? I got six on the LOW setting, on a ridge, in the rain. I came
      down by the light of my phone. If you print a number on the box, test it first.
    review 4 Lin | Nice that it also takes ordinary batteries.

    product p-33 | 34 EUR | image outdoor/flask.jpg | related p-3 p-30 p-19
    name Vacuum flask, 0.75 litres
    description Double steel walls, a stopper that comes apart for cleaning and a cup that is a
      proper little mug. Hot for twelve hours, cold for twenty-four.
    review 5 Bartek | Herbata o szóstej rano, gorąca jeszcze po południu.
    review 5 Silke | Dicht. Auch kopfüber im Rucksack.
    review 4 birdhide | Coffee poured at 5, still too hot to drink at 11. The paint chips where it
      stands in the car door.
    review 3 Ottavio | It keeps the heat but also the taste of everything you ever put in. One for
      tea, one for coffee, that's my advice.
    review 5 Agnès | Solide, simple, et le gobelet est un vrai mug.
    review 5 mo_the_postie | Dropped it off the van. Dent:\tyes. Leak:\tno.

    product p-34 | 41 CHF | image outdoor/folding-saw.jpg | related p-32 p-51
    name Folding saw, 18 cm
    description Triple-ground teeth that cut on the pull stroke, and a lock that holds the blade
      open or shut. For branches up to the thickness of your arm.
    review 5 Flurin | Durch einen Apfelast wie durch Butter.
    review 5 hedgelayer | I own three. One in the car, one in the shed, one lent to a neighbour
      who says he'll bring it back.
    review 4 Marit | Very sharp. The lock is stiff at first.

    product p-35 | 72.5 USD | image outdoor/hammock.jpg | related p-31 p-36
    name Hammock for two
    description Woven cotton, 2.4 by 1.6 metres, with straps that do not hurt the tree. Carries
      220 kg of people and books.
    review 5 Xochitl | I read four novels in it last month and got up for none of them.
    review 5 lazybones | zzz
    review 3 Abe & Ruthie | For two if you like each other a great deal. For one it's a cloud.
    review 4 Malin | Skön! Men knutarna sträcker sig, häng den högt.
    """#
}
