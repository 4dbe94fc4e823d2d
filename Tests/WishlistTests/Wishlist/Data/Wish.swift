/// A product on the wishlist.
struct Wish: Equatable {
  /// The product's id.
  let id: String
}
