import SeashellKit

/// Presents wishes as records.
enum WishlistView {
  static let columns = [Column("id")]

  static func row(_ wish: Wish) -> [CellValue] { [.text(wish.id)] }
}
