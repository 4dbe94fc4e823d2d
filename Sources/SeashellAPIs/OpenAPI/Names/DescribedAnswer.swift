import WebAPI

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
  /// Whether the list is called by the last noun of the path, or is the only property.
  private(set) var isWhole = false
  /// The path of the list in the answer: `meta.items`; empty for the answer itself, or if there is none.
  private(set) var place = ""
  /// The schema of the elements, if it is known.
  private(set) var elements: DescribedSchema?

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
    let nouns = path.split(separator: "/").filter { !$0.hasPrefix("{") }.reversed().map(Self.plain)
    read(schema, Array(nouns.prefix(3)))
    if !hasList { for schema in schema.alternatives where !hasList { read(schema, nouns) } }
  }

  /// Creates an answer that is an array, or has no list; nil for one that is not described.
  init(isList: Bool?) {
    isDescribed = isList != nil
    (isArray, hasList) = (isList == true, isList == true)
    (isNamed, isWhole) = (hasList, hasList)
  }

  private mutating func read(_ schema: DescribedSchema, _ nouns: [String]) {
    if schema.types.contains(.array) {
      (isArray, hasList, isNamed, isWhole) = (true, true, true, true)
      elements = schema.items
    } else if let list = Self.list(schema, nouns) {
      (hasList, isNamed) = (true, list.isNamed)
      isWhole = schema.properties.count == 1 || nouns.first.map { $0 == list.noun } ?? false
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

  /// A list in an object, and the noun of the path that it is called by.
  private struct List {
    let elements: DescribedSchema?
    var place: String
    let isNamed: Bool
    let noun: String

    init(_ list: DescribedProperty, isNamed: Bool, noun: String = "") {
      (elements, place) = (list.schema.items, list.name)
      (self.isNamed, self.noun) = (isNamed, noun)
    }
  }

  /// The list in an object.
  ///
  /// It is called by a noun, or by a usual name, or else is the only list of objects, or the only one; within
  /// `data` and the like if there is none.
  private static func list(_ schema: DescribedSchema, _ nouns: [String]) -> List? {
    let lists = schema.properties.filter { $0.schema.types.contains(.array) }
    let meant = lists.filter { !Paging.isRarelyList($0.name) }
    for noun in nouns {
      for list in meant where plain(list.name) == noun {
        return List(list, isNamed: true, noun: noun)
      }
    }
    for name in Paging.listNames {
      for list in meant where plain(list.name) == NameWords.singular(name) {
        return List(list, isNamed: true)
      }
    }
    let ofObjects = meant.filter { $0.schema.items?.properties.isEmpty == false }
    let isAlone = schema.properties.count == 1
    for lists in [ofObjects, meant] where lists.count == 1 {
      return List(lists[0], isNamed: isAlone || boxes.contains(lists[0].name))
    }
    for property in schema.properties where boxes.contains(property.name) || isAlone {
      if property.schema.types.contains(.object), var inner = list(property.schema, nouns) {
        inner.place = "\(property.name).\(inner.place)"
        return inner
      }
    }
    return lists.count == 1 && isAlone ? List(lists[0], isNamed: true) : nil
  }

  /// A noun in singular, without case and punctuation.
  private static func plain(_ name: some StringProtocol) -> String {
    NameWords.singular(name.plainName)
  }
}

extension DescribedOperation {
  /// What the description says of the list in the answer.
  var answer: DescribedAnswer { DescribedAnswer(result, path: path) }
}
