package import CoreJSON

/// A change of the file of the configuration.
package enum ConfigurationEdit: Sendable, Equatable {
  /// Sets the member at a path to a value, and makes the objects on the way.
  case set([String], JSONValue)
  /// Removes the member at a path.
  case remove([String])
}
