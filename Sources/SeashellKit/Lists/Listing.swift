public import ShellCommands
public import ShellOutput
public import WebAPI

/// A list of a resource; its type declares the resource once.
///
/// ```swift
/// struct OrderListing: Listing {
///   static let name = "orders"
///   static let one = "order"
///   static let paging = Paging.cursor("cursor", from: .field("next_cursor"))
///   var status: OrderStatus?
///   var path: APIPath { "orders" }
///   var query: APIQuery { ["status": status?.rawValue] }
///   func includes(_ order: Order) -> Bool { order.status == status ?? order.status }
///   func map(_ dto: OrderDTO) throws -> Order { try OrderMapper.map(from: dto) }
/// }
/// ```
///
/// ``RemoteListService`` requests it, and ``OfflineFirstService`` reads it without a network, too.
/// ``ModuleList`` has what commands, completion and places need: ``ListCommand``, ``ShowCommand``,
/// ``MoreCommand``, ``RefreshCommand``.
public protocol Listing<Model>: Sendable {
  /// The type of the elements.
  associatedtype Model: Codable, Sendable

  /// The type of an element in the API's JSON.
  associatedtype DTO: Decodable

  /// The plural name of the elements, as the first word of their commands and in messages: `orders`.
  ///
  /// No other resource of the shell may have this name.
  static var name: String { get }

  /// The singular name of an element, in messages: `order`.
  static var one: String { get }

  /// How the pages are requested; by default by link, and by number until the total is reached.
  static var paging: Paging { get }

  /// The path of the list, as requests and events have it: `products/p-7/reviews`.
  var path: APIPath { get }

  /// The parameters that filter, search and sort the list; by default none.
  var query: APIQuery { get }

  /// Returns a model.
  ///
  /// - Throws: an error for the user if the DTO is not valid, such as ``RecordError`` `unreadable`.
  func map(_ dto: DTO) throws -> Model

  /// Returns the models of a page; by default ``map(_:)`` of each.
  func map(all dtos: [DTO]) throws -> [Model]

  /// Returns a model's id, as paths and events have it; by default `model.id`.
  static func id(of model: Model) -> String

  /// Returns the key that distinguishes a model from all others of the resource; by default its id.
  ///
  /// Where ids are unique only below a parent, the key contains both: `WEB/12`.
  static func key(of model: Model) -> String

  /// Returns the key of the model with an id in this list; by default the id.
  func key(of id: String) -> String

  /// Returns the error for a failed request; by default ``RecordError`` `notFound` if the service has no
  /// such id, and otherwise the same error.
  ///
  /// - Parameter id: the requested record; nil for the list.
  func error(_ error: APIError, id: String?) -> any Error

  /// Whether new elements come first, and so shift the others; false by default.
  var isNewestFirst: Bool { get }

  /// The words that records must contain, for a store that searches instead of the service; nil by default.
  var search: String? { get }

  /// Whether the list omits some records of its path for another reason than ``search``; false by default.
  var isFiltered: Bool { get }

  /// Whether a model belongs to the list, on any page; true by default.
  func includes(_ model: Model) -> Bool

  /// Whether a model comes before another one; nil, the default, keeps the service's order.
  var precedes: (@Sendable (Model, Model) -> Bool)? { get }

  /// Returns the text of a model that ``search`` looks through; by default it is empty.
  static func searchText(of model: Model) -> String

  /// Offers a model to completion; by default its id alone.
  static func offer(_ model: Model, to matches: inout CompletionMatches)
}

extension Listing {
  /// Follows links, and otherwise counts pages until the total is reached.
  public static var paging: Paging { .link() }

  /// No parameters.
  public var query: APIQuery { [:] }

  // Inlined, so that a module's own mapper is called directly for each of many records.
  /// Calls ``map(_:)`` for each element.
  @inlinable
  public func map(all dtos: [DTO]) throws -> [Model] { try dtos.map { try map($0) } }

  /// Returns the model's id.
  public static func key(of model: Model) -> String { id(of: model) }

  /// Returns the id itself.
  public func key(of id: String) -> String { id }

  /// Returns ``RecordError`` `notFound` if the service has no such id, and otherwise the same error.
  public func error(_ error: APIError, id: String?) -> any Error {
    if error.isNotFound, let id { RecordError.notFound(Self.one, id) } else { error }
  }

  /// Returns false: new elements do not come first.
  public var isNewestFirst: Bool { false }

  /// Returns nil: nothing is searched for.
  public var search: String? { nil }

  /// Returns false: the list has all records of its path.
  public var isFiltered: Bool { false }

  /// Returns true: every model belongs to the list.
  public func includes(_ model: Model) -> Bool { true }

  /// Returns nil: the service decides the order.
  public var precedes: (@Sendable (Model, Model) -> Bool)? { nil }

  /// Returns an empty text, so ``search`` finds nothing.
  public static func searchText(of model: Model) -> String { "" }

  /// Offers the model's id.
  public static func offer(_ model: Model, to matches: inout CompletionMatches) {
    matches.offer(id(of: model), "")
  }

  var resource: String { path.resource }

  func resource(of id: String) -> String { "\(resource)/\(id)" }
}

extension Listing where Model: Identifiable, Model.ID == String {
  /// Returns the model's id.
  public static func id(of model: Model) -> String { model.id }
}

extension Listing where Model: Identifiable, Model.ID: ParameterValue {
  /// Returns the model's id as a word of a command.
  public static func id(of model: Model) -> String { model.id.parameterText }
}

/// The reason a record could not be read, if it is not an `APIError`.
public enum RecordError: Error, Equatable {
  /// The service has no record of a kind, such as `order`, with an id.
  case notFound(_ kind: String, _ id: String)

  /// The response can be decoded, but has invalid content; a few words say what is wrong.
  case unreadable(String)
}

extension RecordError: ShellErrorConvertible {
  /// The error to show to the user.
  ///
  /// The shell adds the command that lists such records.
  public var shellError: ShellError {
    switch self {
    case .notFound(let kind, let id): ShellError(.notFound, "no \(kind) has the id '\(id)'")
    case .unreadable(let detail):
      ShellError(.unavailable, "the server sent an invalid response: \(detail)")
    }
  }
}
