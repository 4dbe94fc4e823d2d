/// A product that someone thinks about.
struct Wish: Equatable {
  /// The product's id.
  let id: String
}
