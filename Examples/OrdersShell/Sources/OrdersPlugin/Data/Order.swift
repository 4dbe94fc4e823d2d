import FoundationEssentials
import SeashellKit

/// What a customer ordered.
struct Order: Sendable, Equatable, Identifiable {
  let id: OrderID
  var status: OrderStatus
  let placedAt: Date
  let customer: String
  let currency: String
  let items: [Item]

  /// The price of all items.
  var total: Decimal { items.reduce(0) { $0 + $1.price * Decimal($1.quantity) } }

  struct Item: Equatable {
    let name: String
    let quantity: Int
    let price: Decimal
  }
}

/// How far an order is.
enum OrderStatus: String, CaseIterable, ParameterValue {
  case open, shipped, cancelled
}

/// The id of an order, such as `o-17`.
struct OrderID: Hashable, ParameterValue {
  static let parameterType = ValueType.custom("an order's id such as o-17")
  static let parameterName = "ORDER"
  static let parameterCompletion: CompletionKind? = .orders

  let parameterText: String

  init(parameter text: String) throws {
    guard text.hasPrefix("o-"), let number = Int(text.dropFirst(2)), number > 0 else {
      throw ParameterError("takes an order's id such as o-17, not '\(text)'")
    }
    parameterText = text
  }
}

extension CompletionKind {
  /// The ids of orders.
  static let orders: CompletionKind = "orders.id"
}
