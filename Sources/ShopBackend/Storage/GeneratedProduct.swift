/// A product made up from its number: the same number gives the same product.
struct GeneratedProduct {
  let number: Int

  /// Three words and the number, such as `Speckled Stoneware Mug 4821`.
  var name: String {
    let (style, material, kind) = (
      pick(Self.styles, 1), pick(Self.materials, 2), pick(Self.kinds, 3)
    )
    return "\(style) \(material) \(kind) \(number)"
  }

  /// A sentence that shares its words with others'.
  var description: String {
    let (style, material) = (
      pick(Self.styles, 4).lowercased(), pick(Self.materials, 5).lowercased()
    )
    return "With a \(style) finish and a trace of \(material), \(pick(Self.uses, 6))."
  }

  /// From 1 to 250, in steps of a tenth.
  var price: Price { Price(tenThousandths: (10 + Int(mixed(7) % 2_491)) * 1_000) }

  private func pick(_ words: [String], _ salt: UInt64) -> String {
    words[Int(mixed(salt) % UInt64(words.count))]
  }

  /// Spreads the number over all bits (the finalizer of SplitMix64).
  private func mixed(_ salt: UInt64) -> UInt64 {
    var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ salt &* 0xD1B5_4A32_D192_ED03
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  private static let styles = [
    "Speckled", "Plain", "Striped", "Thrown", "Glazed", "Matt", "Brushed", "Folded", "Woven",
    "Quilted", "Heavy", "Light", "Small", "Large", "Tall", "Round", "Square", "Oval", "Blue",
    "Green", "Ochre", "Charcoal", "Ivory", "Rust", "Sage", "Coral", "Indigo", "Crème", "Rosé",
    "Dotted", "Smoked", "Waxed",
  ]

  private static let materials = [
    "Stoneware", "Porcelain", "Oak", "Beech", "Ash", "Steel", "Copper", "Brass", "Wool", "Cotton",
    "Hemp", "Cork", "Glass", "Slate", "Marble", "Leather", "Enamel", "Bamboo", "Felt", "Paper",
    "Linen", "Walnut",
  ]

  private static let kinds = [
    "Mug", "Bowl", "Plate", "Jug", "Teapot", "Tray", "Board", "Knife", "Spoon", "Ladle", "Towel",
    "Blanket", "Cushion", "Rug", "Lamp", "Vase", "Basket", "Box", "Stool", "Chair", "Table",
    "Shelf", "Hook", "Clock", "Candle", "Apron", "Notebook", "Pen", "Bag", "Wallet",
  ]

  private static let uses = [
    "for slow mornings", "for the first coffee of the day", "for a crowded kitchen",
    "made in small batches", "packed without plastic", "finished with plant oil",
    "for the desk or the shelf", "fired twice", "washed and ready to use", "cut from one piece",
    "to hand on one day", "for guests who stay late",
  ]
}
