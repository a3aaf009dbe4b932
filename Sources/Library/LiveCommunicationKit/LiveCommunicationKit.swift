// SPDX-License-Identifier: MIT

// `import LiveCommunicationKit` brings these modules along: an app's delegate uses them.
@_exported public import AVFAudio
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Intents
