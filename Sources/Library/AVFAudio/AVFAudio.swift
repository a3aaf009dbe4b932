// SPDX-License-Identifier: MIT

// `import AVFAudio` and `import AVFoundation` bring Foundation along, as on Apple's systems.
@_exported public import Foundation
