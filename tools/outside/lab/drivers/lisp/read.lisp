;;; Reads texts with PURI.
;;;
;;; Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
(require :asdf)
(let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (asdf:load-system "puri"))

(defun decode (line)
  (let ((bytes (make-array (floor (length line) 2) :element-type '(unsigned-byte 8))))
    (dotimes (i (length bytes) (sb-ext:octets-to-string bytes :external-format :utf-8))
      (setf (aref bytes i) (parse-integer line :start (* 2 i) :end (* 2 (1+ i)) :radix 16)))))

(defun encode (value)
  (if (null value)
      "-"
      (format nil "~(~{~2,'0x~}~)" (coerce (sb-ext:string-to-octets (princ-to-string value) :external-format :utf-8) 'list))))

(defun call (package name object)
  (funcall (intern name package) object))

(defun fields (text)
  (let* ((u (call :puri "PARSE-URI" text)) (scheme (call :puri "URI-SCHEME" u)))
    (list (and scheme (string-downcase scheme)) (call :puri "URI-HOST" u) (call :puri "URI-PORT" u)
          (call :puri "URI-PATH" u) nil)))

(format t "= ~a, SBCL ~a~%" (or (asdf:component-version (asdf:find-system "puri")) "Debian") (lisp-implementation-version))
(loop for line = (read-line *standard-input* nil) while line
      do (handler-case (format t "1~{	~a~}~%" (mapcar #'encode (fields (decode line))))
           (error (e) (format t "0	~a~%" (encode e)))))
