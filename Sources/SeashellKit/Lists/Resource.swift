public import ShellCommands
public import WebAPI
public import WebFetching

/// A list at a path of an API, and the records in it.
///
/// A module declares its list as a type of its own, a ``Listing``. A list that is known only at run time, such as an
/// operation of an API's description, is a value of a type whose ``Model`` is JSON:
///
/// ```swift
/// struct RuntimeList: Resource {
///   let noun: Noun
///   let path: APIPath
///   func page(in response: APIResponse) throws -> APIPage<JSONValue> {
///     try response.pagedResource(paging: paging)
///   }
///   func model(in response: APIResponse) throws -> JSONValue { try response.resource() }
///   func id(of record: JSONValue) -> String { … }
/// }
/// ```
///
/// ``RemoteService`` requests it, and ``OfflineFirstService`` reads it without a network, too.
/// ``ResourceState`` has what commands, completion and places need: ``ListCommand``, ``ShowCommand``,
/// ``MoreCommand``, ``RefreshCommand``.
public protocol Resource<Model>: Sendable {
  /// The type of the records.
  associatedtype Model: Sendable

  /// What the records are called. Their plural is the first word of their commands.
  ///
  /// No other resource of the shell may have this plural.
  var noun: Noun { get }

  /// The path of the list, as requests and events have it: `products/p-7/reviews`.
  var path: APIPath { get }

  /// The parameters that filter, search and sort the list; by default none.
  var query: APIQuery { get }

  /// How the pages are requested; by default by link, and by number until the total is reached.
  var paging: Paging { get }

  /// The path of the list's data, as events have it; by default that of ``path``.
  var resource: String { get }

  /// Whether ids and totals are guesses; false by default.
  ///
  /// No element is then left out since another one has its id, and the list may have fewer elements than the service
  /// counts, and goes on only as its pages say.
  var isGuessed: Bool { get }

  /// Returns the request for a page; by default for the ``path`` with the ``query`` and what ``paging`` adds.
  func request(for pages: PageSelection) -> APIRequest

  /// Returns the list of the resource at another path, for a record that was received there and is now read from a store;
  /// nil if that record must not be read.
  ///
  /// By default this list, if the other path is below its own, or its own is one word. Another path may say what the
  /// record does not, such as the order that a line belongs to. A list that reads the order from the path finds the
  /// records of other lists, too.
  ///
  /// - Parameter resource: the path, as ``resource`` has it; never that of this list.
  func list(at resource: String) -> Self?

  /// Returns the page in a response.
  ///
  /// - Throws: `APIError` if it is not a page; an error for the user if a record is not valid.
  func page(in response: APIResponse) throws -> APIPage<Model>

  /// Returns the record in a response to the request for one, or to a write.
  ///
  /// - Throws: `APIError` if it is not a record; an error for the user if it is not valid.
  func model(in response: APIResponse) throws -> Model

  /// Returns the record in a response that consists of an element of a page, as a store has kept it; by default as
  /// ``model(in:)`` does.
  ///
  /// The response has no header fields. What cannot be read so, or gets another key, is not stored.
  ///
  /// - Throws: an error if it is not valid.
  func model(ofElement response: APIResponse) throws -> Model

  /// Returns a model's id, as paths and events have it; by default `model.id`.
  func id(of model: Model) -> String

  /// Returns the key that distinguishes a model from all others of the resource; by default its id.
  ///
  /// Where ids are unique only below a parent, the key contains both: `WEB/12`.
  func key(of model: Model) -> String

  /// Returns the key of the model with an id in this list; by default the id.
  func key(ofID id: String) -> String

  /// Returns a model's name, by whose words completion also finds it; empty by default.
  func name(of model: Model) -> String

  /// Returns what completion shows beside a model's id, in a few words; by default its name.
  func abstract(of model: Model) -> String

  /// Returns the error for a failed request; by default ``RecordError`` `notFound` if the service has no
  /// such id, and otherwise the same error.
  ///
  /// - Parameter id: the requested record; nil for the list.
  func error(_ error: APIError, id: String?) -> any Error

  /// Whether new elements come first, and so shift the others; false by default.
  var isNewestFirst: Bool { get }

  /// The words that records must contain, for a store that searches instead of the service; nil by default.
  var search: String? { get }

  /// Returns the list of those records that the service finds for a word, for completion; nil by default, if the service
  /// does not search.
  func searching(_ word: String) -> Self?

  /// Whether the list omits some records of its path for another reason than ``search``; false by default.
  var isFiltered: Bool { get }

  /// Returns the text of a model that ``search`` looks through; by default its name.
  func text(of model: Model) -> String

  /// Whether a model belongs to the list, on any page; true by default.
  func includes(_ model: Model) -> Bool

  /// Whether a model comes before another one; nil, the default, keeps the service's order.
  var precedes: (@Sendable (Model, Model) -> Bool)? { get }
}

extension Resource {
  /// No parameters.
  public var query: APIQuery { [:] }

  /// Follows links, and otherwise counts pages until the total is reached.
  public var paging: Paging { .link() }

  /// Returns the model's id.
  public func key(of model: Model) -> String { id(of: model) }

  /// Returns the id itself.
  public func key(ofID id: String) -> String { id }

  /// Returns an empty name, so completion finds the model by its id alone.
  public func name(of model: Model) -> String { "" }

  /// Returns the model's name.
  public func abstract(of model: Model) -> String { name(of: model) }

  /// Returns ``RecordError`` `notFound` if the service has no such id, and otherwise the same error.
  public func error(_ error: APIError, id: String?) -> any Error {
    if error.isNotFound, let id { RecordError.notFound(noun.one, id) } else { error }
  }

  /// Returns false: new elements do not come first.
  public var isNewestFirst: Bool { false }

  /// Returns nil: the service does not search.
  public func searching(_ word: String) -> Self? { nil }

  /// Returns nil: nothing is searched for.
  public var search: String? { nil }

  /// Returns false: the list has all records of its path.
  public var isFiltered: Bool { false }

  /// Returns the model's name.
  public func text(of model: Model) -> String { name(of: model) }

  /// Returns true: every model belongs to the list.
  public func includes(_ model: Model) -> Bool { true }

  /// Returns nil: the service decides the order.
  public var precedes: (@Sendable (Model, Model) -> Bool)? { nil }

  /// Returns this list if the path is below its own, or its own is one word.
  public func list(at resource: String) -> Self? {
    path.segments.count == 1 || resource.hasPrefix("\(self.resource)/") ? self : nil
  }

  /// Reads the record as that of a response to a request for it.
  public func model(ofElement response: APIResponse) throws -> Model { try model(in: response) }

  /// The path as events have it.
  public var resource: String { path.resource }

  /// Returns false: the service's ids and totals are right.
  public var isGuessed: Bool { false }

  /// Returns a request for the path, with the query and the parameters of the paging.
  public func request(for pages: PageSelection) -> APIRequest {
    var query = query
    query.append(paging.query(page: pages.page, size: pages.perPage))
    return APIRequest(path: path, query: query)
  }

  func resource(of id: String) -> String { "\(resource)/\(id)" }
}

extension Resource where Model: Identifiable, Model.ID == String {
  /// Returns the model's id.
  public func id(of model: Model) -> String { model.id }
}

extension Resource where Model: Identifiable, Model.ID: ParameterValue {
  /// Returns the model's id as a word of a command.
  public func id(of model: Model) -> String { model.id.parameterText }
}
