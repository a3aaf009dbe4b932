// SPDX-License-Identifier: MIT

// Apps that carry calls mostly say `import AVFoundation` where they mean the audio session. That is all there is of it.
@_exported public import AVFAudio
