public import CoreEvents

// The module Reviews posts these events after a change by any user.

/// A review was added to a product.
public struct ReviewAdded: RecordEvent, Hashable {
  /// The name of these events.
  public static let name = "reviews.review.added"

  /// The names of the fields.
  public static var fields: [String] { ["product", "review", "environment"] }

  /// The id of the reviewed product.
  public let product: String

  /// The id of the review, if it is known.
  public let review: String?

  /// The API and the environment, such as `shop:live`, if they are known.
  public let environment: String?

  /// The review as the server has sent it, if it has.
  public private(set) var record = AttachedRecord()

  /// Creates an event.
  public init(
    product: String, review: String?, environment: String? = nil,
    record: AttachedRecord = AttachedRecord()
  ) {
    (self.product, self.review, self.environment) = (product, review, environment)
    self.record = record
  }

  private enum CodingKeys: CodingKey { case product, review, environment }
}

/// A review of a product was changed.
public struct ReviewChanged: RecordEvent, Hashable {
  /// The name of these events.
  public static let name = "reviews.review.changed"

  /// The names of the fields.
  public static var fields: [String] { ["product", "review", "environment"] }

  /// The id of the reviewed product.
  public let product: String

  /// The id of the review, if it is known.
  public let review: String?

  /// The API and the environment, such as `shop:live`, if they are known.
  public let environment: String?

  /// The review as the server has sent it, if it has.
  public private(set) var record = AttachedRecord()

  /// Creates an event.
  public init(
    product: String, review: String?, environment: String? = nil,
    record: AttachedRecord = AttachedRecord()
  ) {
    (self.product, self.review, self.environment) = (product, review, environment)
    self.record = record
  }

  private enum CodingKeys: CodingKey { case product, review, environment }
}

/// A review of a product was deleted.
public struct ReviewDeleted: Event, Hashable {
  /// The name of these events.
  public static let name = "reviews.review.deleted"

  /// The names of the fields.
  public static var fields: [String] { ["product", "review", "environment"] }

  /// The id of the reviewed product.
  public let product: String

  /// The id of the review, if it is known.
  public let review: String?

  /// The API and the environment, such as `shop:live`, if they are known.
  public let environment: String?

  /// Creates an event.
  public init(product: String, review: String?, environment: String? = nil) {
    (self.product, self.review, self.environment) = (product, review, environment)
  }
}
