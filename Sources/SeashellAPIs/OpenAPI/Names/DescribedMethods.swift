/// Methods of operations.
struct DescribedMethods: OptionSet {
  let rawValue: UInt8

  static let get = DescribedMethods(rawValue: 1)
  static let put = DescribedMethods(rawValue: 2)
  static let post = DescribedMethods(rawValue: 4)
  static let patch = DescribedMethods(rawValue: 8)
  static let delete = DescribedMethods(rawValue: 16)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The method; empty for those that get no names.
  init(_ method: DescribedMethod) {
    switch method {
    case .get: self = .get
    case .put: self = .put
    case .post: self = .post
    case .patch: self = .patch
    case .delete: self = .delete
    case .head, .options, .trace: self = []
    }
  }
}
