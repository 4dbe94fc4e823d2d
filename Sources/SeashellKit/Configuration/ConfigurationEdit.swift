package import CoreJSON

package enum ConfigurationEdit: Sendable, Equatable {
  /// Sets the member at a path, and creates the objects that lead to it.
  case set([String], JSONValue)
  case remove([String])
}
