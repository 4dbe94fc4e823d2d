// A module imports SeashellKit alone.
@_exported public import CoreEvents
@_exported public import CoreJSON
@_exported public import CoreLoop
@_exported public import struct CoreSystem.PrivateFile
@_exported public import ShellCommands
@_exported public import ShellOutput
@_exported public import WebAPI
@_exported public import WebFetching
@_exported public import WebMessages
