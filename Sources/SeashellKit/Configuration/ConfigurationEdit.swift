package import CoreJSON

/// A change to the configuration file.
package enum ConfigurationEdit: Sendable, Equatable {
  /// Sets the member at a path, and creates the objects that lead to it.
  case set([String], JSONValue)
  /// Removes the member at a path.
  case remove([String])
}
