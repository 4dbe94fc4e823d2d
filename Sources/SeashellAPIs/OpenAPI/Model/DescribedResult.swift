import WebAPI

// The result of an operation.
extension DescribedOperation {
  /// The schema of the successful response in JSON, or in a type that may be JSON, if any.
  ///
  /// Status 200 is preferred, then other successful statuses. `default` counts as an error's response, unless
  /// it is the only one.
  var result: DescribedSchema? {
    var (success, other): (DescribedSchema?, DescribedSchema?)
    var hasSuccess = false
    for response in responses {
      let isSuccess = response.status.hasPrefix("2")
      hasSuccess = hasSuccess || isSuccess
      guard isSuccess || response.status == "default" else { continue }
      for body in response.bodies where MediaTypes.mayBeJSON(body.contentType) {
        guard let schema = body.schema else { continue }
        if response.status == "200" { return schema }
        if isSuccess { success = success ?? schema } else { other = other ?? schema }
        break
      }
    }
    return hasSuccess ? success : other
  }

  /// What the description says of the list in the answer.
  var answer: DescribedAnswer { DescribedAnswer(result, path: path) }
}

/// What a description says of an answer: whether it is a list, or an object around one.
struct DescribedAnswer: Sendable, Equatable {
  /// Whether the answer is described.
  let isDescribed: Bool
  /// Whether the answer itself is an array.
  private(set) var isArray = false
  /// Whether there is a list.
  private(set) var hasList = false
  /// Whether the list is named by the path, has a usual name, or is the only property.
  private(set) var isNamed = false
  /// The schema of the elements, if it is known.
  private(set) var elements: DescribedSchema?
  /// The path of the list in the answer: `meta.items`; empty for the answer itself, or if there is none.
  private(set) var place = ""

  /// - Parameters:
  ///   - schema: that of the answer, if there is one.
  ///   - path: the operation's path.
  init(_ schema: DescribedSchema?, path: String) {
    guard let schema,
      !schema.types.isEmpty || !schema.properties.isEmpty || !schema.alternatives.isEmpty
    else {
      isDescribed = false
      return
    }
    isDescribed = true
    let nouns = path.split(separator: "/").filter { !$0.hasPrefix("{") }.reversed().map(\.plainName)
    read(schema, Array(nouns.prefix(3)))
    if !hasList { for schema in schema.alternatives where !hasList { read(schema, nouns) } }
  }

  /// Creates an answer that is an array, or has no list; nil for one that is not described.
  init(isList: Bool?) {
    isDescribed = isList != nil
    (isArray, hasList, isNamed) = (isList == true, isList == true, isList == true)
  }

  private mutating func read(_ schema: DescribedSchema, _ nouns: [String]) {
    if schema.types.contains(.array) {
      (isArray, hasList, isNamed) = (true, true, true)
      elements = schema.items
    } else if let list = Self.list(schema, nouns) {
      (hasList, isNamed) = (true, list.isNamed)
      (elements, place) = (list.elements, list.place)
    } else if schema.properties.isEmpty, let others = schema.others, others.types == .object {
      // Records by their keys.
      (hasList, isNamed) = (true, true)
      elements = others
    }
  }

  private static let boxes: Set = [
    "data", "result", "response", "payload", "_embedded", "content", "page", "meta", "d", "hits",
  ]

  /// The list in an object: called by a noun of the path, or by a usual name, or else the only list of objects, or the only
  /// one; within `data` and the like if there is none.
  private static func list(
    _ schema: DescribedSchema, _ nouns: [String]
  ) -> (elements: DescribedSchema?, place: String, isNamed: Bool)? {
    let lists = schema.properties.filter { $0.schema.types.contains(.array) }
    let meant = lists.filter { !Paging.isRarelyList($0.name) }
    if let found = nouns.lazy.compactMap({ noun in meant.first { $0.name.plainName == noun } }).first
      ?? Paging.listNames.lazy.compactMap({ name in meant.first { $0.name.plainName == name } }).first
    {
      return (found.schema.items, found.name, true)
    }
    let ofObjects = meant.filter { $0.schema.items?.properties.isEmpty == false }
    for lists in [ofObjects, meant] where lists.count == 1 {
      return (lists[0].schema.items, lists[0].name, schema.properties.count == 1)
    }
    for property in schema.properties
    where boxes.contains(property.name) || schema.properties.count == 1 {
      if property.schema.types.contains(.object), let inner = list(property.schema, nouns) {
        return (inner.elements, "\(property.name).\(inner.place)", inner.isNamed)
      }
    }
    guard lists.count == 1, schema.properties.count == 1 else { return nil }
    return (lists[0].schema.items, lists[0].name, true)
  }
}
